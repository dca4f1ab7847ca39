/** The commitments this browser received while wagers were open, to check proofs against. */
const KEPT = 200

type Heard = Record<string, string>

function read(table: string): Heard {
  try {
    return JSON.parse(localStorage.getItem(`uth.heard.${table}`) ?? "{}") as Heard
  } catch {
    return {}
  }
}

/** Store the first commitment of a round. */
export function keepHeard(table: string, round: number, commitment: string | null): void {
  const heard = read(table)
  if (!commitment || heard[String(round)] !== undefined) return
  const rounds = Object.keys(heard)
    .map(Number)
    .sort((one, other) => one - other)
  for (const old of rounds.slice(0, Math.max(0, rounds.length + 1 - KEPT))) delete heard[String(old)]
  try {
    localStorage.setItem(`uth.heard.${table}`, JSON.stringify({ ...heard, [String(round)]: commitment }))
  } catch {
    // Without storage the other checks still run.
  }
}

export function heardOf(table: string, round: number): string | null {
  return read(table)[String(round)] ?? null
}
