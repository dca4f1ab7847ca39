/** The coach at the reader's seat: it answers on request, warns before a costly choice, or grades the choice made. */
import { announce } from "../lib/announce.svelte"
import { api, Refused } from "../lib/api"
import type { CoachingDocument, Command } from "../lib/protocol"
import { settings } from "../lib/settings.svelte"
import { choiceOf, costWords, actionWords, gradeWords, heardCoaching, isCostly } from "./coaching"
import { sentenceCase } from "./words"
import type { TableSession } from "./session.svelte"

/** How long a decision waits for the coach before it is made without a warning. */
const WAIT_MS = 1_500
/** How often a first decision that is being solved is asked for again; the house waits eight seconds each time. */
const TRIES = 8

export class Coach {
  /** What the coach said about the reader's newest decision. */
  coaching = $state.raw<CoachingDocument | null>(null)
  counting = $state(false)
  /** Why the coach says nothing, in the words of the house. */
  refused = $state("")
  open = $state(false)
  /** What the reader chose: a multiple, 0 for a check or a fold; null until then. */
  chosen = $state<number | null>(null)
  /** The choice the reader was warned of and may press again. */
  warned = $state<number | null>(null)
  private question = ""
  private asking: Promise<void> | null = null

  constructor(private readonly session: TableSession) {}

  /** Whether the coach can be asked at this table. */
  get available(): boolean {
    return settings.coach !== "off" && (this.session.listing?.coach ?? false)
  }

  /** The table has changed: a new question is answered beforehand if the reader wants warnings or grades. */
  follow(): void {
    const { session } = this
    if (session.myTurn && session.question !== this.question) {
      this.forget()
      this.question = session.question
      if (this.available && settings.coach !== "request") void this.ask()
    } else if (session.view?.phase === "wagers" && this.question) this.forget()
  }

  private forget(): void {
    this.question = ""
    this.coaching = null
    this.counting = false
    this.refused = ""
    this.open = false
    this.chosen = null
    this.warned = null
    this.asking = null
  }

  /** Show what the coach says, or hide it again. */
  toggle(): void {
    if (this.open) return void (this.open = false)
    if (!this.question) return announce("The coach answers when it is your turn", true)
    this.open = true
    void this.ask().then(() => {
      if (this.coaching && this.open) announce(heardCoaching(this.coaching, this.session.symbol), true)
      else if (this.refused) announce(this.refused, true)
    })
  }

  /** Whether the decision has to wait: the reader is warned once of a choice that costs much. */
  async holds(command: Command): Promise<boolean> {
    const multiple = multipleOf(command)
    if (multiple === null || !this.available || settings.coach !== "warn" || this.warned === multiple) return false
    await Promise.race([this.ask(), new Promise((done) => setTimeout(done, WAIT_MS))])
    const choice = choiceOf(this.coaching, multiple)
    if (!choice || !isCostly(choice)) return false
    this.warned = multiple
    this.open = true
    announce(`${actionWords(choice)} costs ${costWords(choice, this.session.symbol)}. ${this.coaching?.reason ?? ""} Press again to do it anyway`, true)
    return true
  }

  /** The decision is made. */
  decided(command: Command): void {
    const multiple = multipleOf(command)
    if (multiple === null || !this.question) return
    this.chosen = multiple
    this.warned = null
    if (!this.available || settings.coach !== "grade") return
    void this.ask().then(() => {
      const choice = choiceOf(this.coaching, this.chosen)
      if (!choice) return
      this.open = true
      announce(`${gradeWords(choice, this.session.symbol)} ${choice.grade === "best" ? "" : (this.coaching?.reason ?? "")}`.trim())
    })
  }

  /** Ask the house once for each question. */
  private ask(): Promise<void> {
    this.asking ??= this.fetch(this.question)
    return this.asking
  }

  private async fetch(question: string): Promise<void> {
    const { name, seat } = this.session
    this.counting = true
    try {
      for (let tries = 0; tries < TRIES && seat !== null && question === this.question; tries++) {
        const said = await api.coach(name, seat)
        if (question !== this.question) return
        if (!said.counting) return void (this.coaching = said.coaching)
      }
    } catch (why) {
      if (question !== this.question) return
      this.refused = sentenceCase(why instanceof Refused ? why.says : String(why))
      this.asking = null
    } finally {
      if (question === this.question) this.counting = false
    }
  }
}

function multipleOf(command: Command): number | null {
  if (command.is === "MakePlay") return command.multiple
  return command.is === "Check" || command.is === "Fold" ? 0 : null
}
