/** The reader's identity at the house. */
import type { Chips, Me } from "./protocol"
import { api } from "./api"

export const me: Me & { known: boolean } = $state({ known: false, person: null, name: null, roles: [], csrf: null, timezone: "UTC" })

export function become(who: Me): void {
  Object.assign(me, who, { known: true })
}

/** Load the identity, once. */
export async function recognise(): Promise<void> {
  if (!me.known) become(await api.me())
}

const FIRST = "Amber Bold Brisk Calm Clever Cosy Crisp Early Fair Gentle Jolly Keen Lucky Merry Mild Noble Quick Quiet Sunny Witty".split(" ")
const SECOND = "Badger Crane Falcon Finch Fox Hare Heron Ibis Jay Kestrel Lark Lynx Marten Otter Owl Panda Plover Robin Stoat Swift".split(" ")

/** A name for a guest without one, so that guests at a table can be distinguished. */
function anyName(): string {
  const one = (words: string[]): string => words[Math.floor(Math.random() * words.length)] ?? "Guest"
  return `${one(FIRST)} ${one(SECOND)}`
}

/** Become a guest, unless signed in already. */
export async function comeIn(name = ""): Promise<void> {
  await recognise()
  if (me.person === null) become(await api.guest(name.trim() || anyName()))
}

export function has(...roles: string[]): boolean {
  return me.roles.some((role) => roles.includes(role))
}

/** The reader's chips away from the tables and where they sit; null before the first answer. */
export const purse: { chips: Chips | null } = $state({ chips: null })

/** Ask the house for the reader's chips. A failure keeps what was known. */
export async function countChips(): Promise<Chips | null> {
  try {
    purse.chips = await api.chips()
  } catch {
    // the next page asks again
  }
  return purse.chips
}
