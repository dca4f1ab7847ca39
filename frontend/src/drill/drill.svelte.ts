/** A drill: one question after the other, each graded by the house, and what is kept of the answers. */
import { announce } from "../lib/announce.svelte"
import { api, Refused } from "../lib/api"
import type { DrillBook, DrillMistakes, DrillOptions, DrillResult, ItemDocument, ProgressDocument, QuestionDocument, TallyDocument } from "../lib/protocol"
import { reviewed } from "../history/past"
import { gradeWords, heardCoaching } from "../table/coaching"
import { sentenceCase } from "../table/words"
import { added, again, afterMinute, answered, browserStore, newProgress, nextMistake, totalOf, type ProgressStore, type Wanted } from "./progress"
import { gameWords, heardQuestion, lossWords } from "./words"

export type Ask = "random" | "close" | "mistakes"
export const SECONDS = 60
/** In sixty seconds, the result is shown this long before the next question. */
const GLANCE_MS = 900
/** One question in so many is one that is due again. */
const DUE_EACH = 4
/** How often a game whose first decisions are being solved is asked for again; the house waits eight seconds each time. */
const TRIES = 10
const NOTHING: TallyDocument = { answers: 0, best: 0, lost: 0 }

/** What the reader wants to drill, as in the address of the page. */
export class Wish {
  book = $state("massachusetts")
  /** The pay tables that were chosen, by kind; others are the book's first. */
  tables = $state<Record<string, string>>({})
  beside = $state<string[]>([])
  street = $state("all")
  theme = $state("")
  ask = $state<Ask>("random")

  constructor(query: string) {
    const given = new URLSearchParams(query)
    this.book = given.get("book") ?? this.book
    this.street = given.get("street") ?? "all"
    this.theme = given.get("theme") ?? ""
    const ask = given.get("ask")
    if (ask === "close" || ask === "mistakes") this.ask = ask
    this.beside = given.get("beside")?.split(",").filter(Boolean) ?? []
    for (const kind of ["blind", "trips", "progressive"]) {
      const name = given.get(kind)
      if (name) this.tables[kind] = name
    }
  }

  /** The parameters that the house takes; with `own`, those of the page's own address, where mistakes are of every book. */
  query(own = false): URLSearchParams {
    const mistakes = own && this.ask === "mistakes"
    const query = new URLSearchParams(mistakes ? {} : { book: this.book, ...this.tables })
    if (this.beside.length && !mistakes) query.set("beside", this.beside.join())
    if (this.theme) query.set("theme", this.theme)
    else if (this.street !== "all") query.set("street", this.street)
    if (own && this.ask !== "random") query.set("ask", this.ask)
    if (!own && this.ask === "close") query.set("close", "true")
    return query
  }
}

export class Drill {
  options = $state.raw<DrillOptions | null>(null)
  question = $state.raw<QuestionDocument | null>(null)
  result = $state.raw<DrillResult | null>(null)
  /** The answer that was given and is being graded. */
  given = $state<number | null>(null)
  counting = $state(false)
  error = $state("")
  /** Nothing is left to ask: every mistake was answered well, or there is none. */
  empty = $state(false)
  progress = $state.raw<ProgressDocument>(newProgress())
  /** Answers since the page was opened. */
  session = $state.raw<TallyDocument>(NOTHING)
  /** The answers of sixty seconds, while they run and until they are closed. */
  minute = $state.raw<TallyDocument | null>(null)
  left = $state(0)
  wish = $state.raw(new Wish(""))
  /** The mistakes in the reader's own rounds, worst and newest first; null until they are found. */
  made = $state.raw<QuestionDocument[] | null>(null)
  /** How many hands are reviewed, while their mistakes are being found. */
  finding = $state.raw<DrillMistakes | null>(null)
  private asked = 0
  private ahead: { query: string; but: string; question: Promise<QuestionDocument | null> } | null = null
  private timer: ReturnType<typeof setInterval> | undefined
  private until = 0
  private alive = true

  constructor(
    query: string,
    private readonly store: ProgressStore = browserStore,
  ) {
    this.wish = new Wish(query)
    this.progress = store.read()
  }

  get book(): DrillBook | null {
    return this.options?.books.find((each) => each.name === this.wish.book) ?? null
  }

  get total(): TallyDocument {
    return totalOf(this.progress)
  }

  /** Whether the answers are timed and time is left. */
  get running(): boolean {
    return this.minute !== null && this.left > 0
  }

  async open(): Promise<void> {
    try {
      this.options = await api.drillOptions()
      await this.next()
    } catch (why) {
      this.fail(why)
    }
  }

  close(): void {
    this.alive = false
    clearInterval(this.timer)
  }

  /** Start again with what the reader wants now. */
  async start(timed = false): Promise<void> {
    this.stop()
    this.question = null
    this.ahead = null
    this.asked = 0
    this.made = null
    await this.next()
    if (timed && this.question && this.alive) this.begin()
  }

  /** Find the mistakes that the reader made in rounds. */
  private async find(): Promise<void> {
    const { wish } = this
    const waits = (): boolean => this.alive && wish === this.wish
    const query = wish.query(true).toString()
    try {
      const found = await reviewed(
        () => api.drillMistakes(query),
        waits,
        (answer) => (this.finding = answer),
      )
      if (found && waits()) this.made = found.questions
    } finally {
      if (waits()) this.finding = null
    }
  }

  private begin(): void {
    this.minute = NOTHING
    this.until = Date.now() + SECONDS * 1000
    this.left = SECONDS
    this.timer = setInterval(() => this.tick(), 200)
  }

  private tick(): void {
    const before = this.left
    this.left = Math.max(0, Math.ceil((this.until - Date.now()) / 1000))
    if (before > 10 && this.left <= 10) announce("Ten seconds left")
    if (this.left > 0) return
    clearInterval(this.timer)
    const minute = this.minute ?? NOTHING
    this.keep((progress) => afterMinute(progress, minute))
    announce(`Time. ${minute.best} of ${minute.answers} answers were best, and all cost ${lossWords(minute)}`, true)
  }

  private stop(): void {
    clearInterval(this.timer)
    this.minute = null
    this.left = 0
  }

  /** Ask the next question. */
  async next(): Promise<void> {
    const { wish } = this
    const but = this.question?.id ?? ""
    this.error = ""
    this.result = null
    this.given = null
    this.empty = false
    try {
      if (wish.ask === "mistakes" && this.made === null) await this.find()
      if (!this.alive || wish !== this.wish) return
      const found = this.due(but) ?? (wish.ask === "mistakes" ? null : await this.dealt(but))
      if (!this.alive || wish !== this.wish) return
      this.asked += 1
      this.question = found
      this.empty = found === null
      if (!found) return announce("There is nothing to repeat here", true)
      const game = this.gameOf(found)
      announce(`${game && `${game}. `}${heardQuestion(found)}`, true)
      if (wish.ask !== "mistakes") this.fetchAhead(found.id)
    } catch (why) {
      this.fail(why)
    }
  }

  /** A question that comes again, if one is due, or the next mistake. */
  private due(but: string): QuestionDocument | null {
    const { items } = this.progress
    if (this.wish.ask === "mistakes") return nextMistake(items, this.made ?? [], this.wanted, new Date(), but)
    if (this.minute !== null || this.wish.ask === "close" || this.asked % DUE_EACH !== DUE_EACH - 1) return null
    return again(items, this.wanted, new Date(), but)
  }

  /** The game of a mistake, which can be any: `Chickasaw Nation with trips`; nothing where it is chosen. */
  gameOf(question: QuestionDocument): string {
    const book = this.options?.books.find((each) => each.name === question.book)
    return this.wish.ask === "mistakes" ? gameWords(question, book) : ""
  }

  /** What is drilled, as questions have it. */
  get wanted(): Wanted {
    const { book, tables, beside, street, theme } = this.wish
    const known = this.book?.tables ?? {}
    const matters = ["blind", ...(this.book?.beside ?? []).filter((each) => beside.includes(each))]
    const named = matters.map((kind): [string, string] => [kind, tables[kind] ?? known[kind]?.[0] ?? ""])
    return { book, tables: Object.fromEntries(named), beside: matters.slice(1), street, theme }
  }

  private fetchAhead(but: string): void {
    const query = this.wish.query().toString()
    this.ahead = { query, but, question: this.fetched(query, but) }
    this.ahead.question.catch(() => null)
  }

  private dealt(but: string): Promise<QuestionDocument | null> {
    const query = this.wish.query().toString()
    const { ahead } = this
    this.ahead = null
    if (ahead?.query === query && ahead.but === but) return ahead.question.catch(() => this.fetched(query, but))
    return this.fetched(query, but)
  }

  private async fetched(query: string, but: string): Promise<QuestionDocument | null> {
    for (let tries = 0; tries < TRIES && this.alive; tries++) {
      const answer = await api.drillQuestion(`${query}&${new URLSearchParams({ but })}`)
      this.counting = answer.counting
      if (!answer.counting) return answer.question
    }
    throw new Error("The house is still working out this game. Try again in a moment.")
  }

  /** Answer with that multiple, 0 for a check or a fold. */
  async answer(multiple: number): Promise<void> {
    const { question } = this
    if (!question || this.given !== null || (this.minute !== null && this.left <= 0)) return
    this.given = multiple
    this.error = ""
    try {
      const known = this.store.read().items.find((each) => each.question.id === question.id) ?? null
      const result = await this.graded(question, multiple, known)
      if (this.question !== question) return
      if (result.counting || !result.item || !result.values) throw new Error("The house is still working out this game. Answer again in a moment.")
      this.count(result, result.item)
    } catch (why) {
      this.given = null
      this.fail(why)
    }
  }

  /** The grade, which takes a while where the game's first decisions have to be solved: a mistake can be of any game. */
  private async graded(question: QuestionDocument, multiple: number, known: ItemDocument | null): Promise<DrillResult> {
    let result = await api.drillAnswer(question, multiple, known)
    for (let tries = 1; result.counting && tries < TRIES && this.alive && this.question === question; tries++) {
      result = await api.drillAnswer(question, multiple, known)
    }
    return result
  }

  private count(result: DrillResult, item: ItemDocument): void {
    this.result = result
    this.keep((progress) => answered(progress, item, result.lost))
    const one = { answers: 1, best: Number(item.grade === "best"), lost: result.lost }
    this.session = added(this.session, one)
    const chosen = result.values?.choices.find((each) => each.multiple === result.multiple)
    const said = chosen ? gradeWords(chosen, null) : ""
    if (!this.minute) return void announce(`${said} ${result.values ? heardCoaching(result.values, null) : ""}`, true)
    if (this.left <= 0) return
    this.minute = added(this.minute, one)
    announce(said)
    setTimeout(() => {
      if (this.running && this.result === result) void this.next()
    }, GLANCE_MS)
  }

  /** Change the progress. Another page may have changed it since. */
  keep(change: (progress: ProgressDocument) => ProgressDocument): void {
    this.progress = change(this.store.read())
    this.store.write(this.progress)
  }

  private fail(why: unknown): void {
    this.error = why instanceof Refused ? `${sentenceCase(why.says)}.`.replace("..", ".") : why instanceof Error ? why.message : String(why)
    announce(this.error, true)
  }
}
