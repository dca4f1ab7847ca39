/** The dealer's console: the due step, who it waits for, the rulings. */
import { announce } from "../lib/announce.svelte"
import { cardsWords } from "../lib/cards"
import { has } from "../lib/me.svelte"
import type { Clock, Command, ConsoleDocument, Delivery, DoneFrame, Frame, RefusedFrame, SeatDocument, TableDocument, EventView } from "../lib/protocol"
import { TableSocket, type State } from "../lib/socket"
import { play } from "../lib/sounds"
import { isLate, lateWords } from "../table/view"
import { called } from "../lib/tables"
import { seatOf, sentence, sentenceCase, type Sentence, type Teller } from "../table/words"
import { askAgainWho, DEALERS, said, staffApi } from "../staff/api"
import { capital, correctionWords, dueWords, type DueWords } from "../staff/words"
import { Reading } from "./reading.svelte"
import { ruling, rulingsOf, type Ruling } from "./rulings"

/** How long a step is shown before it can be taken; an earlier press was meant for the previous step. */
const SEEN_MS = 180

/** A clock of the house, and when it expires by the clock of this page. */
export type Running = Clock & { until: number }

/** Events that merely follow from the step before them, which stays visible. */
const FOLLOWS: ReadonlySet<string> = new Set(["CardsCollected", "WagerCollected", "CardsTucked"])

export class DealerConsole {
  view = $state.raw<TableDocument | null>(null)
  doc = $state.raw<ConsoleDocument | null>(null)
  state = $state<State>("connecting")
  last = $state("")
  refused = $state("")
  /** Why the last request failed, or empty. */
  lost = $state("")
  clock = $state.raw<Running | null>(null)
  /** The cards of a real deck. */
  readonly reading = new Reading(
    () => this.faces,
    (says) => this.deny(says),
  )
  /** The number of cards the dealer counts in the stub, and whether a hand had more or fewer than two cards. */
  count = $state<number | null>(null)
  misdealt = $state(false)
  /** Whether the cards dealt last are being read again. */
  correcting = $state(false)
  private busy = $state(false)
  /** Whether the due step has been visible long enough to be read. */
  private seen = $state(true)
  private next: TableDocument | null = null
  private ticking: Running | null = null
  private n = $state(0)
  /** The record number of the last step taken; the page is behind until it shows it. */
  private taken = $state(0)
  /** Whether the table advanced by this page's own step. */
  private own = false
  private shown = ""
  private looking = false
  private stale = false
  private readonly socket: TableSocket
  /** Sensors, keys and buttons change without a frame of the table. */
  private readonly timer: ReturnType<typeof setInterval>
  private settling: ReturnType<typeof setTimeout> | undefined

  constructor(readonly name: string) {
    this.socket = new TableSocket(
      name,
      (frame) => this.hear(frame),
      (state) => void this.became(state),
    )
    this.timer = setInterval(() => document.visibilityState === "visible" && this.next && void this.look(), 3_000)
  }

  /** A table that seems gone may only be closed to a user whose session has ended, so check the session first. */
  private async became(state: State): Promise<void> {
    if (state === "gone") await askAgainWho()
    this.state = state
  }

  close(): void {
    clearInterval(this.timer)
    clearTimeout(this.settling)
    this.socket.close()
  }

  // Queries of the page.

  get symbol(): string {
    return this.doc?.symbol ?? "$"
  }
  get due(): string {
    return this.doc?.due ?? ""
  }
  /** The rulings of the current round from the house's log, so that a reloaded page shows the same. */
  get rulings(): Ruling[] {
    return rulingsOf(this.doc?.ruled ?? [], this.teller)
  }
  /** The cards to read now: the next ones, or the last ones again. */
  private get delivery(): Delivery | null {
    return (this.correcting ? this.doc?.misread : this.doc?.delivery) ?? null
  }
  get mayCorrect(): boolean {
    return this.reads && !this.correcting && !this.behind && this.state === "open" && this.doc?.misread != null
  }
  get words(): DueWords {
    if (this.correcting && this.doc?.misread) return correctionWords(this.doc.misread, (seat) => this.who(seat), this.doc.words.opponent)
    return dueWords(this.due, this.doc, (seat) => this.who(seat), has("supervisor", "manager"))
  }
  get seats(): [number, SeatDocument][] {
    return Object.entries(this.view?.seats ?? {}).map(([seat, held]) => [Number(seat), held])
  }
  /** Why the wagers cannot be closed yet, worded for the dealer. */
  get notYet(): { title: string; says: string } | null {
    const why = this.doc?.not_yet
    if (!why) return null
    if (why.code === "no_wager")
      return this.doc?.off
        ? { title: "No wagers are taken", says: "The floor has stopped new wagers, here or in the whole house." }
        : { title: "Wait for wagers", says: "The players place them on their own pages." }
    const says = `${capital(why.says)}${why.clause ? ` (${why.clause})` : ""}.`
    if (why.code !== "no_banker") return { title: "Wait for a player", says }
    const asked = this.view?.button
    return { title: "Wait for a bank", says: `${says} ${asked ? `The button is at ${this.who(asked)}.` : "Any player may take it."}` }
  }
  private get reads(): boolean {
    return this.doc?.deck === "read" && this.doc.dealt_by === "person" && has(...DEALERS)
  }
  /** The number of cards to read before the next step. */
  get wanted(): number {
    return this.reads ? (this.delivery?.cards ?? 0) : 0
  }
  /** Whether the cards to read are the dealer's own, which are hidden once read (MA.7d2). */
  get covers(): boolean {
    return this.delivery?.to === "dealer"
  }
  /** The cards read so far of the delivery that is due or being sent. */
  get slots(): string[] {
    return this.reading.leaving.length ? this.reading.leaving : this.reading.cards.slice(0, this.wanted)
  }
  /** Cards that were read ahead. */
  get ahead(): string[] {
    return this.reading.leaving.length ? this.reading.cards : this.reading.cards.slice(this.wanted)
  }
  get mayStep(): boolean {
    if (!this.view || this.state !== "open" || this.behind || this.doc?.dealt_by !== "person" || this.words.button === null || !has(...DEALERS)) return false
    if (this.correcting) return this.reading.cards.length >= this.wanted
    if (this.doc.not_yet) return false
    if (this.counts && !(this.count !== null && Number.isInteger(this.count) && this.count >= 0 && this.count <= 52)) return false
    return this.reading.cards.length >= this.wanted
  }
  /** Whether the stub is to be counted now; the dealer enters the number, which the house does not show. */
  get counts(): boolean {
    return this.due === "CountStub"
  }
  /** Whether a step is being sent, or its result is not shown yet. */
  get behind(): boolean {
    return this.busy || this.doc === null || this.doc.n < this.n || this.n < this.taken
  }
  /** Whether the shown step could be taken now, if it is the dealer's. */
  get still(): boolean {
    return this.seen && !this.behind
  }
  private get faces(): string[] {
    const view = this.view
    const replaced = this.due === "ReplaceCards" ? this.doc?.delivery?.to : null // these return to the deck and may come again
    const lying = [...(replaced === "community" ? [] : (view?.community ?? [])), ...(replaced === "dealer" ? [] : (view?.dealer ?? []))]
    const faces = [...lying, ...this.seats.flatMap(([, held]) => held.cards)]
    return faces.filter((face): face is string => face !== null)
  }
  who(seat: number): string {
    const name = this.view?.seats[String(seat)]?.name
    return name ? `seat ${seat}, ${name}` : `seat ${seat}`
  }
  get teller(): Teller {
    return { symbol: this.symbol, opponent: this.doc?.words.opponent ?? "dealer", name: (seat) => this.who(seat), mine: () => false }
  }

  // Frames from the house.

  private hear(frame: Frame): void {
    if (frame.type === "view" || frame.type === "events") {
      this.next = frame.view
      this.n = frame.n
      if (frame.type === "events") for (const event of frame.events) this.follow(event, frame.late)
      this.ticking = running(frame.view.clock)
      void this.look()
    } else if (frame.type === "aside") {
      this.ticking = running(frame.clock)
      if (!this.behind) this.clock = this.ticking
    } else if (frame.type === "link") {
      void this.look()
    }
  }

  /** Show the table and the console's document together, so that no step is shown with the cards of another. */
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
        this.lost = ""
        if (doc.n >= this.n) this.show(doc)
        else this.stale = true
      } while (this.stale)
    } catch (error) {
      this.lost = said(error)
      void askAgainWho(error)
    } finally {
      this.looking = false
    }
  }

  private show(doc: ConsoleDocument): void {
    this.doc = doc
    this.view = this.next
    this.clock = this.ticking
    this.stand()
  }
  /** Once the page is up to date: cards that were sent are on the table, and a new step starts without any read for it. */
  private stand(): void {
    if (this.behind) return
    const step = `${this.due} ${JSON.stringify(this.doc?.delivery)} ${this.view?.round} ${this.view?.cards_left}`
    const own = this.own
    this.own = false
    this.reading.land()
    if (step === this.shown && !own) return
    this.shown = step
    this.correcting = false
    this.count = null
    this.misdealt = false
    this.refused = ""
    this.rest()
    if (!own) this.notTaken("the table has moved on", this.reading.drop())
    else if (!this.wanted) this.notTaken("no card is due now", this.reading.drop())
  }
  /** Cards read ahead are only for the next delivery of this console; otherwise the dealer has to read them again. */
  private notTaken(why: string, cards: string[]): void {
    if (cards.length) this.deny(`Not accepted, because ${why}: ${cardsWords(cards)}`)
  }
  private rest(): void {
    this.seen = false
    clearTimeout(this.settling)
    this.settling = setTimeout(() => (this.seen = true), SEEN_MS)
  }

  /** The event's sentence, with the number of the seat before the player's name. */
  private bySeat(event: EventView): Sentence | null {
    const said = sentence(event)
    const seat = seatOf(event)
    const name = seat === null ? undefined : this.view?.seats[String(seat)]?.name
    return said && name !== undefined && said.says.startsWith(sentenceCase(called(name))) ? { ...said, says: `Seat ${seat}, ${said.says}` } : said
  }
  private follow(event: EventView, late: number[]): void {
    const plain = this.bySeat(event)
    const told = plain && isLate(event, late) ? lateWords(plain) : plain
    if (told && !FOLLOWS.has(event.is)) this.last = told.says
    const ruled = ruling(event, this.teller)
    if (ruled) announce(ruled.says)
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
      case "ReplacementOrdered":
      case "CardsCollected":
      case "TableClosed":
        this.reading.clear()
        break
    }
  }

  // Actions of the dealer.

  /** Read the cards dealt last again. */
  correct(): void {
    if (!this.mayCorrect) return
    this.reading.takeUp()
    this.correcting = true
    this.refused = ""
  }
  leaveAsRead(): void {
    if (!this.correcting) return
    this.correcting = false
    this.reading.layDown()
  }

  /** Take the due step; cards that were read are sent first. */
  async step(): Promise<void> {
    if (!this.mayStep || !this.seen) return
    this.busy = true
    const cards = this.reading.send(this.wanted, this.covers)
    if (this.correcting) return this.sendCorrection(cards)
    try {
      const read = cards.length === 0 || this.heard(await this.socket.send({ do: { is: "ReadCards", cards } }))
      const step = this.counts
        ? { do: { is: "CountStub", cards: this.count ?? 0, misdealt: this.misdealt } as Command }
        : cards.length
          ? { step: this.due, cards }
          : { step: this.due }
      const answer = read ? await this.socket.send(step) : null
      if (answer) this.heard(answer)
      if (answer?.type !== "done") return this.reading.back()
      this.taken = answer.n
      this.own = true
    } finally {
      this.busy = false
      this.stand()
    }
  }
  private async sendCorrection(cards: string[]): Promise<void> {
    try {
      const answer = await this.socket.send({ do: { is: "CorrectReading", cards } })
      if (!this.heard(answer) || answer.type !== "done") return this.reading.back()
      this.correcting = false
      this.taken = answer.n
      this.own = true
    } finally {
      this.busy = false
      this.stand()
    }
  }
  /** Handle a typed key, and return whether it was part of a card. While a step is being sent it counts for the next cards. */
  type(key: string): boolean {
    return this.reads && (this.wanted > 0 || this.behind) && this.reading.type(key)
  }
  async do(command: Command): Promise<boolean> {
    return this.heard(await this.socket.send({ do: command }))
  }
  /** Name the card that came face up from a real deck, so that the ruling is about this card. */
  async nameFaceUp(face: string): Promise<boolean> {
    const named = await this.do({ is: "ReadCards", cards: this.reading.upTo(this.wanted, face) })
    if (named) this.reading.takeOut(face)
    return named
  }
  /** Mark the sensor of a seat as failed. */
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
  /** Press the hand button of a seat, which turns it off if it is on, and on again if it is off (NV.10c). */
  async pressButton(seat: number, hand: string): Promise<boolean> {
    const link = this.view?.link?.name
    if (!link) return false
    const cards = [...(this.view?.seats[String(seat)]?.cards ?? []), ...(this.view?.community ?? [])]
    const evidence = `${cards.slice(0, 2).join("")} with ${cards.slice(2).join("")}`
    try {
      await staffApi.work(link, { is: "PressHandButton", table: this.name, seat, hand, evidence })
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
}

function running(clock: Clock | null): Running | null {
  return clock ? { ...clock, until: performance.now() + clock.left * 1000 } : null
}
