/** Texts of the table: the log, notices that disappear, phrases, trouble, celebrated wins. */
import { announce } from "../lib/announce.svelte"
import { PHRASES, type Phrase } from "../lib/protocol"
import { play } from "../lib/sounds"
import type { Sentence } from "./words"

export interface Entry extends Sentence {
  key: number
  /** How many times it was repeated in a row. */
  times: number
}
export interface Notice {
  key: number
  says: string
  clause: string | null
  tone: "bad" | "plain" | "award"
}
export interface Bubble {
  phrase: string
  key: number
}
export interface Won {
  size: "win" | "big" | "award"
  says: string
  net: number
}

const LOG_MAX = 120
/** How long a refusal is shown at least, even if the round continues. */
const READ_MS = 2_500

export class Voice {
  log = $state.raw<Entry[]>([])
  notices = $state.raw<Notice[]>([])
  bubbles = $state.raw<Record<number, Bubble>>({})
  /** Set for a while when there is something to celebrate. */
  celebration = $state.raw<(Won & { key: number }) | null>(null)
  private keys = 0
  private readonly timers = new Set<number>()

  close(): void {
    for (const timer of this.timers) clearTimeout(timer)
  }

  tell(said: Sentence): void {
    const [newest, ...older] = this.log
    if (newest?.says === said.says) this.log = [{ ...newest, times: newest.times + 1 }, ...older]
    else this.log = [{ ...said, times: 1, key: ++this.keys }, ...this.log].slice(0, LOG_MAX)
  }
  notice(says: string, clause: string | null, tone: Notice["tone"]): void {
    const key = ++this.keys
    this.notices = [...this.notices.filter((each) => each.says !== says), { key, says, clause, tone }].slice(-3)
    announce(clause ? `${says} (${clause})` : says, tone === "bad")
    this.later(() => this.dismiss(key), tone === "award" ? 9_000 : 6_500)
  }
  dismiss(key: number): void {
    this.notices = this.notices.filter((each) => each.key !== key)
  }
  /** The newest text. */
  get newest(): number {
    return this.keys
  }
  /** An action requested after this notice is done: clear refusals up to it. */
  answered(said: number): void {
    this.notices = this.notices.filter((each) => each.tone !== "bad" || each.key > said)
  }
  /** The round continues: clear earlier refusals once they could be read. */
  goOn(): void {
    const said = this.newest
    if (this.notices.some((each) => each.tone === "bad")) this.later(() => this.answered(said), READ_MS)
  }
  bubble(seat: number, name: string, phrase: string): void {
    const key = ++this.keys
    this.bubbles = { ...this.bubbles, [seat]: { phrase, key } }
    announce(`${name}: ${PHRASES[phrase as Phrase] ?? phrase}`)
    play("tap")
    this.later(() => {
      if (this.bubbles[seat]?.key !== key) return
      const { [seat]: _gone, ...rest } = this.bubbles
      this.bubbles = rest
    }, 4_500)
  }
  celebrate(won: Won): void {
    const key = ++this.keys
    this.celebration = { ...won, key }
    play(won.size === "win" ? "win" : "bigwin")
    this.later(
      () => {
        if (this.celebration?.key === key) this.celebration = null
      },
      won.size === "win" ? 2_600 : 6_000,
    )
  }
  later(what: () => void, ms: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      what()
    }, ms)
    this.timers.add(timer)
  }
}
