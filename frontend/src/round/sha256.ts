/** SHA-256: the browser's own, or a plain implementation where it has none, as on pages over HTTP from another machine. */

const encoder = new TextEncoder()

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text)
}

export function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** Return the bytes of a hexadecimal string, or null if it is not one. */
export function unhex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^([0-9a-f]{2})*$/.test(text)) return null
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16))
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : plainSha256(bytes)
}

const PRIMES = Array.from({ length: 312 }, (_, at) => at).filter((n) => n > 1 && ![2, 3, 5, 7, 11, 13, 17].some((d) => d < n && n % d === 0))
/** The first 32 bits of the fractional part of a root: square roots for the initial state, cube roots for the rounds. */
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const STEPS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)))
const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The plain implementation by FIPS 180-4. */
export function plainSha256(bytes: Uint8Array): Uint8Array {
  const blocks = Math.ceil((bytes.length + 9) / 64)
  const padded = new Uint8Array(64 * blocks)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor((bytes.length * 8) / 2 ** 32))
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0)
  const state = Int32Array.from(START)
  for (let at = 0; at < blocks; at++) mixed(state, view, 64 * at)
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((word, at) => digest.setInt32(4 * at, word))
  return new Uint8Array(digest.buffer)
}

function mixed(state: Int32Array, view: DataView, at: number): void {
  const w = new Int32Array(64)
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i)
  for (let i = 16; i < 64; i++) {
    const far = w[i - 15]!
    const near = w[i - 2]!
    const a = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3)
    const b = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10)
    w[i] = (w[i - 16]! + a + w[i - 7]! + b) | 0
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + STEPS[i]! + w[i]!) | 0
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i]! + word) | 0))
}
