/** A table as its dealer works it: the step that is due, the cards that are read, what was ruled. */
import { announce } from "../lib/announce.svelte"
import { has } from "../lib/me.svelte"
import type { Command, ConsoleDocument, DoneFrame, Frame, RefusedFrame, SeatDocument, TableDocument, Told } from "../lib/protocol"
import { TableSocket, type State } from "../lib/socket"
import { play } from "../lib/sounds"
import { irregularity, sentence, type Teller } from "../table/words"
import { said, staffApi } from "../staff/api"
import { dueWords, type DueWords } from "../staff/words"

export interface Ruling {
  says: string
  clause: string | null
}

export class DealerConsole {
  view = $state.raw<TableDocument | null>(null)
  doc = $state.raw<ConsoleDocument | null>(null)
  state = $state<State>("connecting")
  /** The cards read for the next delivery. */
  read = $state<string[]>([])
  /** A rank that waits for its suit. */
  rank = $state("")
  /** Cards that were read and lie on the table; known to this page alone. */
  used = $state<string[]>([])
  rulings = $state<Ruling[]>([])
  envy = $state<Record<number, number>>({})
  last = $state("")
  refused = $state("")
  busy = $state(false)
  private next: TableDocument | null = null
  private n = $state(0)
  private looking = false
  private stale = false
  private readonly socket: TableSocket
  /** What is switched off is told by no frame. */
  private readonly timer: ReturnType<typeof setInterval>

  constructor(readonly name: string) {
    this.socket = new TableSocket(name, (frame) => this.hear(frame), (state) => (this.state = state))
    this.timer = setInterval(() => document.visibilityState === "visible" && this.view && void this.look(), 3_000)
  }

  close(): void {
    clearInterval(this.timer)
    this.socket.close()
  }

  // What the page asks.

  get symbol(): string {
    return this.doc?.symbol ?? "$"
  }
  get due(): string {
    return this.view?.due ?? ""
  }
  get words(): DueWords {
    return dueWords(this.due, this.doc, (seat) => this.who(seat), has("supervisor", "manager"))
  }
  get seats(): [number, SeatDocument][] {
    return Object.entries(this.view?.seats ?? {}).map(([seat, held]) => [Number(seat), held])
  }
  get wagered(): boolean {
    return this.seats.some(([, held]) => Object.keys(held.wagers).length > 0)
  }
  /** How many cards are to be read before the next step. */
  get wanted(): number {
    const reads = this.doc?.deck === "read" && this.doc.dealt_by === "person" && this.due === "DealNext"
    return reads ? (this.doc?.delivery?.cards ?? 0) : 0
  }
  get mayStep(): boolean {
    if (!this.view || this.state !== "open" || this.behind || this.doc?.dealt_by !== "person" || this.words.button === null) return false
    if (this.due === "AnnounceNoMoreBets") return this.wagered
    return this.read.length === this.wanted
  }
  /** Whether a step is on its way, or what is shown is not yet the table as it is. */
  get behind(): boolean {
    return this.busy || this.doc === null || this.doc.n < this.n
  }
  /** Cards nobody can read again: they lie on the table. */
  get gone(): Set<string> {
    const view = this.view
    const faces = [...(view?.community ?? []), ...(view?.dealer ?? []), ...this.seats.flatMap(([, held]) => held.cards)]
    return new Set([...faces.filter((face): face is string => face !== null), ...this.used, ...this.read])
  }
  who(seat: number): string {
    const name = this.view?.seats[String(seat)]?.name
    return name ? `seat ${seat}, ${name}` : `seat ${seat}`
  }
  private get teller(): Teller {
    return { symbol: this.symbol, name: (seat) => this.who(seat), mine: () => false }
  }

  // What comes from the house.

  private hear(frame: Frame): void {
    if (frame.type === "view" || frame.type === "events") {
      this.next = frame.view
      this.n = frame.n
      for (const event of frame.type === "events" ? frame.events : []) this.follow(event)
      void this.look()
    } else if (frame.type === "link") {
      void this.look()
    }
  }

  /** Show the table and the console's own document together, so that no step is shown with another step's cards. */
  private async look(): Promise<void> {
    if (this.looking) {
      this.stale = true
      return
    }
    this.looking = true
    try {
      do {
        this.stale = false
        const doc = await staffApi.console(this.name)
        if (doc.n >= this.n) this.show(doc)
        else this.stale = true
      } while (this.stale)
    } catch (error) {
      this.refused = said(error)
    } finally {
      this.looking = false
    }
  }

  private show(doc: ConsoleDocument): void {
    const before = this.doc
    this.doc = doc
    this.view = this.next
    if (before && before.due === doc.due && JSON.stringify(before.delivery) === JSON.stringify(doc.delivery)) return
    this.read = []
    this.rank = ""
    this.refused = ""
  }

  private follow(event: Told): void {
    const told = sentence(event, this.teller)
    if (told && event.is !== "CardsCollected") this.last = told.says
    switch (event.is) {
      case "HoleDealt":
      case "DealerDealt":
      case "CommunityDealt":
      case "CardBurned":
        play("card")
        break
      case "Checked":
      case "PlayMade":
      case "Folded":
        play("tap")
        if (told) announce(told.says)
        break
      case "IrregularityReported":
        this.rulings = [{ says: capital(irregularity(event["irregularity"], this.teller)), clause: null }]
        break
      case "IrregularityRuled":
        this.add(`The book rules: ${String(event["says"])}`, event["clause"])
        break
      case "FloorCalled":
        this.add("The book leaves it to the floor, and the floor is called.", event["clause"])
        break
      case "FloorRuled":
        this.add(`${String(event["by"])} rules: ${told?.says.replace(/^The floor rules: /, "") ?? ""}`, event["clause"])
        break
      case "HandVoided":
      case "RoundVoided":
      case "ReplacementOrdered":
      case "DealPutRight":
      case "RoundDisputed":
      case "DisputeResolved":
        if (told) this.add(told.says, null)
        break
      case "EnvyPaid": {
        const seat = Number(event["seat"])
        this.envy = { ...this.envy, [seat]: (this.envy[seat] ?? 0) + Number(event["cents"]) }
        break
      }
      case "CardsCollected":
      case "TableClosed":
        this.rulings = []
        this.envy = {}
        this.used = []
        break
    }
  }

  private add(says: string, clause: unknown): void {
    this.rulings = [...this.rulings, { says, clause: typeof clause === "string" ? clause : null }].slice(-6)
    announce(says)
  }

  // What the dealer does.

  /** Take the step that is due; cards that were read are told first. */
  async step(): Promise<void> {
    if (!this.mayStep) return
    this.busy = true
    const cards = [...this.read]
    try {
      if (cards.length && !this.heard(await this.socket.send({ do: { is: "ReadCards", cards } }))) return
      if (!this.heard(await this.socket.send({ step: this.due }))) return
      this.used = [...this.used, ...cards]
      this.read = []
    } finally {
      this.busy = false
    }
  }
  async do(command: Command): Promise<boolean> {
    return this.heard(await this.socket.send({ do: command }))
  }
  /** Take the sensor of a seat out of use. */
  async failSensor(seat: number): Promise<boolean> {
    const link = this.view?.link?.name
    if (!link) return false
    try {
      await staffApi.work(link, { is: "FailSensor", table: this.name, seat })
      this.refused = ""
      void this.look()
      return true
    } catch (error) {
      this.deny(said(error))
      return false
    }
  }
  private heard(answer: DoneFrame | RefusedFrame): boolean {
    if (answer.type === "done") {
      this.refused = ""
      return true
    }
    this.deny(`${capital(answer.says)}${answer.clause ? ` (${answer.clause})` : ""}`)
    return false
  }
  private deny(says: string): void {
    play("no")
    this.refused = says
    announce(says, true)
  }

  // Reading cards.

  pick(face: string): void {
    this.rank = ""
    if (this.read.includes(face)) this.read = this.read.filter((each) => each !== face)
    else if (!this.gone.has(face)) this.read = [...this.read.slice(0, this.wanted - 1), face]
  }
  /** Take a typed key; whether it was one of a card. */
  type(key: string): boolean {
    if (!this.wanted || this.behind) return false
    const upper = key === "0" || key === "1" ? "T" : key.toUpperCase()
    if (key === "Backspace") {
      if (this.rank) this.rank = ""
      else this.read = this.read.slice(0, -1)
      return true
    }
    if (this.rank && "shdc".includes(key.toLowerCase()) && key.length === 1) {
      const face = this.rank + key.toLowerCase()
      if (this.gone.has(face)) this.deny(`${face} lies on the table already`)
      else this.pick(face)
      this.rank = ""
      return true
    }
    if (key.length === 1 && "AKQJT98765432".includes(upper)) {
      if (this.read.length === this.wanted) this.read = this.read.slice(0, -1)
      this.rank = upper
      return true
    }
    return false
  }
}

function capital(says: string): string {
  return says.charAt(0).toUpperCase() + says.slice(1)
}
