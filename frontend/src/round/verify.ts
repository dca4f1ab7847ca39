/** Verifies a round in this browser, from its document and what is known about the house. */
import type { RoundDocument } from "../lib/history"
import type { Book } from "../lib/protocol"
import { cardWords } from "../lib/cards"
import { type Dealt, dealtFrom, isPlain, wayOf } from "./dealt"
import { bytesOf, hex, sha256, unhex } from "./sha256"
import { commitmentOf, cutAt, deckOf, shuffleKey } from "./shuffle"

export interface Check {
  name: "commitment" | "heard" | "deck" | "cards" | "sums" | "seal" | "signature"
  says: string
  /** Null if it cannot be checked here; the sentence says where it can. */
  holds: boolean | null
}
export interface Checked {
  checks: Check[]
  /** The deck as dealt, from the top. */
  deck: string[]
  /** The destination of each card, if no irregularity moved cards. */
  dealt: Dealt | null
  /** The players' opponent, in the words of the book. */
  opponent: string
  holds: boolean
}

/** Known facts besides the document; each may be missing, and then the check that needs it says so. */
export interface Known {
  /** The commitment that this browser received before the wagers closed. */
  heard?: string | null
  /** The public key that the house signs with. */
  key?: string | null
  /** The rule books, for their ways of dealing. */
  books?: Book[]
}

export async function checkRound(document: RoundDocument, { heard = null, key = null, books = [] }: Known = {}): Promise<Checked> {
  const proof = document.proof
  const opponent = books.find((book) => book.name === document.rules.name)?.words.opponent ?? "dealer"
  const secret = proof && unhex(proof.secret)
  if (!proof || secret?.length !== 32) {
    const says = "There is no proof: the round is not settled, or a person shuffled the cards."
    return { checks: [{ name: "commitment", says, holds: false }], deck: [], dealt: null, opponent, holds: false }
  }
  const order = await deckOf(await shuffleKey(secret, proof.words, proof.nth))
  const deck = cutAt(order, proof.cut)
  const way = wayOf(document, books)
  const dealt = way && isPlain(document) ? dealtFrom(deck, way, document) : null
  const checks = [
    await committed(document, secret),
    ...(heard === null ? [] : [sameAsHeard(document, heard)]),
    follows(document, deck),
    dealt ? lies(document, dealt, opponent) : elsewhere(document, deck, way !== null),
    addsUp(document),
    await isSealed(document),
    await isSigned(document, key),
  ]
  return { checks, deck, dealt, opponent, holds: checks.every((check) => check.holds !== false) }
}

async function committed(document: RoundDocument, secret: Uint8Array): Promise<Check> {
  const holds = (await commitmentOf(secret)) === document.commitment
  const says = holds ? "The secret is the one the house had committed to before the wagers closed." : "The secret is not the one the house had committed to."
  return { name: "commitment", says, holds }
}

function sameAsHeard(document: RoundDocument, heard: string): Check {
  const holds = heard === document.commitment
  const says = holds
    ? "This browser was told that very commitment before the wagers closed."
    : "Before the wagers closed this browser was told another commitment."
  return { name: "heard", says, holds }
}

function follows(document: RoundDocument, deck: string[]): Check {
  const { words = {}, cut = 0, nth = 0 } = document.proof ?? {}
  const count = Object.keys(words).length
  const own = Object.entries(document.seats).find(([seat, held]) => held.mine && words[seat] !== undefined)
  const from = ["the secret", count === 1 ? "one player’s word" : `${count || "no"} players’ words`, cut ? `a cut of ${cut} cards` : "no cut"]
  const says =
    `The order of the deck follows from ${from.join(", ")}${own ? `; your word “${words[own[0]]}” is in it` : ""}.` +
    (nth ? ` It is order ${nth + 1} of the secret: the cards were shuffled again.` : "")
  return { name: "deck", says, holds: new Set(deck).size === 52 }
}

/** Check that every card shown is where the deck put it. */
function lies(document: RoundDocument, dealt: Dealt, opponent: string): Check {
  const places: [string, (string | null)[], string[]][] = [
    [`the ${opponent}`, document.dealer, dealt.dealer],
    ["the middle", document.community, dealt.community],
    ...Object.entries(document.seats).map(([seat, held]): [string, (string | null)[], string[]] => [`seat ${seat}`, held.cards, dealt.seats[seat] ?? []]),
  ]
  const unseen = document.unseen
  if (unseen) {
    places.push(["the burned cards", unseen.burned, dealt.burned], ["the stub", unseen.stub, dealt.stub])
    places.push([`the ${opponent}`, unseen.dealer, dealt.dealer], ["the middle", unseen.community, dealt.community])
  }
  let shown = 0
  for (const [place, said, found] of places) {
    for (const [at, card] of said.entries()) {
      if (card === null) continue
      shown += 1
      if (found[at] === card) continue
      const says = `Card ${at + 1} of ${place} is said to be the ${cardWords(card)}; the deck has ${found[at] ? `the ${cardWords(found[at])}` : "none"} there.`
      return { name: "cards", says, holds: false }
    }
  }
  const odd = fives(document, opponent)
  if (odd) return { name: "cards", says: odd, holds: false }
  return { name: "cards", says: `All ${shown} cards that you were shown lie where the deck puts them.`, holds: true }
}

/** Return the fault in a five-card hand: a card that the seat did not have, or a repeated card. */
function fives(document: RoundDocument, opponent: string): string | null {
  const hands: [string, string[], (string | null)[]][] = [[`the ${opponent}`, document.dealer_five, document.dealer]]
  for (const [seat, held] of Object.entries(document.seats)) hands.push([`seat ${seat}`, held.five, held.cards])
  for (const [who, five, own] of hands) {
    const odd = five.find((card) => !own.includes(card) && !document.community.includes(card))
    if (new Set(five).size !== five.length) return `The five cards of ${who} have a card twice.`
    if (odd) return `The five cards of ${who} have the ${cardWords(odd)}, which is neither theirs nor in the middle.`
  }
  return null
}

/** Check a round in which an irregularity moved cards: no card was shown twice. */
function elsewhere(document: RoundDocument, deck: string[], wayKnown: boolean): Check {
  const shown = [...document.dealer, ...document.community, ...Object.values(document.seats).flatMap((held) => held.cards)]
  const faces = shown.filter((card) => card !== null)
  if (new Set(faces).size !== faces.length || !faces.every((card) => deck.includes(card)))
    return { name: "cards", says: "A card was shown twice.", holds: false }
  const own = document.rules.text !== null
  const why = wayKnown
    ? "Something went wrong in this round and was ruled on"
    : own
      ? "This table has a rule book of its own"
      : "The rule book is not known here"
  return { name: "cards", says: `${why}; where each card went is checked by uth verify.`, holds: null }
}

function addsUp(document: RoundDocument): Check {
  const bank = document.start.banker?.seat ?? null
  for (const [seat, held] of Object.entries(document.seats)) {
    const sum = held.lines.reduce((total, line) => total + line.net, 0) + held.envy.reduce((total, each) => total + each.cents, 0)
    if (Number(seat) !== bank && sum !== (held.net ?? 0)) return { name: "sums", says: `The lines of seat ${seat} do not add up to its net.`, holds: false }
  }
  return { name: "sums", says: "The lines of every seat add up to its net.", holds: true }
}

async function isSealed(document: RoundDocument): Promise<Check> {
  const { seal, signature: _, ...rest } = document
  const holds = hex(await sha256(bytesOf(canonical(rest)))) === seal
  const says = holds ? "The document is whole: its hash is the one it ends with." : "Something in the document was changed after it was sealed."
  return { name: "seal", says, holds }
}

/** Check whether the house signed the seal, and with it every name, time and number it covers. */
async function isSigned(document: RoundDocument, house: string | null): Promise<Check> {
  const signature = document.signature ?? null // older documents are not signed
  const check = (says: string, holds: boolean | null): Check => ({ name: "signature", says, holds })
  if (!signature) return check("The document is not signed: nothing proves the names, the times and the table.", null)
  const [key, signed] = [unhex(signature.key), unhex(signature.signature)]
  if (key?.length !== 32 || signed?.length !== 64) return check("The signature cannot be read.", false)
  const holds = await isEd25519(key, signed, bytesOf(`uth round\n${document.seal}`))
  if (holds === null) return check("The signature was not checked: this browser has no Ed25519 here. uth verify checks it.", null)
  if (!holds) return check("The signature is not of this document: something was changed after the house signed it.", false)
  if (house === null) return check(`Key ${signature.key.slice(0, 16)} signed the document. Whose key that is was not checked.`, null)
  if (house !== signature.key) return check(`Key ${signature.key.slice(0, 16)} signed the document, and this house signs with another.`, false)
  return check("This house signed the document: it has not changed since.", true)
}

/** Whether this is the key's signature of the text; null if the browser cannot check it. */
async function isEd25519(key: Uint8Array, signed: Uint8Array, text: Uint8Array): Promise<boolean | null> {
  const subtle = globalThis.crypto?.subtle
  if (!subtle) return null
  let imported: CryptoKey
  try {
    imported = await subtle.importKey("raw", new Uint8Array(key), { name: "Ed25519" }, false, ["verify"])
  } catch (fault) {
    return fault instanceof Error && fault.name === "DataError" ? false : null
  }
  return subtle.verify({ name: "Ed25519" }, imported, new Uint8Array(signed), new Uint8Array(text))
}

/** JSON in the form that Python writes with sorted keys: compact, in ASCII. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
    return `{${entries.map(([key, each]) => `${text(key)}:${canonical(each)}`).join(",")}}`
  }
  return typeof value === "string" ? text(value) : JSON.stringify(value)
}

function text(value: string): string {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)
}
