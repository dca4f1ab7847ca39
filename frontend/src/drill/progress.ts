/** The player's progress in drills, counted up by the same rules as in the terminal (src/uth/coach/progress.py). */
import type { ItemDocument, ProgressDocument, QuestionDocument, TallyDocument } from "../lib/protocol"

export const ITEMS_MAX = 300
const NOTHING: TallyDocument = { answers: 0, best: 0, lost: 0 }

/** What a drill is about; `tables` and `beside` as its questions have them. */
export interface Wanted {
  book: string
  tables: Record<string, string>
  beside: string[]
  street: string
  theme: string
}

export function newProgress(): ProgressDocument {
  return { version: 1, streak: 0, longest: 0, minute: null, kinds: {}, items: [] }
}

/** The progress after an answer: its question's new item, and what the answer cost in millionths of an ante. */
export function answered(progress: ProgressDocument, item: ItemDocument, lost: number): ProgressDocument {
  const best = item.grade === "best"
  const streak = best ? progress.streak + 1 : 0
  const { kind, id } = item.question
  const items = [...progress.items.filter((each) => each.question.id !== id), item]
  if (items.length > ITEMS_MAX) items.splice(items.indexOf(items.reduce((known, each) => (isKnownBetter(each, known) ? each : known))), 1)
  return {
    ...progress,
    streak,
    longest: Math.max(progress.longest, streak),
    kinds: { ...progress.kinds, [kind]: added(progress.kinds[kind] ?? NOTHING, { answers: 1, best: Number(best), lost }) },
    items,
  }
}

function isKnownBetter(one: ItemDocument, other: ItemDocument): boolean {
  const [best, than] = [one.grade === "best", other.grade === "best"]
  return best === than ? one.card.due > other.card.due : best
}

export function added(one: TallyDocument, other: TallyDocument): TallyDocument {
  return { answers: one.answers + other.answers, best: one.best + other.best, lost: one.lost + other.lost }
}

/** The progress after sixty seconds of answers; only the best such minute is kept. */
export function afterMinute(progress: ProgressDocument, minute: TallyDocument): ProgressDocument {
  const record = progress.minute
  const better = !record || minute.best > record.best || (minute.best === record.best && minute.lost < record.lost)
  return better && minute.answers ? { ...progress, minute } : progress
}

/** The tally of all kinds. */
export function totalOf(progress: ProgressDocument): TallyDocument {
  return Object.values(progress.kinds).reduce(added, NOTHING)
}

/** The question of the drill that has been due longest. */
export function again(items: ItemDocument[], wanted: Wanted, now: Date, but = ""): QuestionDocument | null {
  return dueOf(byDue(items.filter(({ question }) => isIn(question, wanted))), now, but)
}

/** The next mistake of the drill's street and theme, of any book: a question that was once answered wrong, or one `made` in a round,
 *  worst first. Those that are due come first, then those of rounds that were not answered yet, then those that were answered wrong
 *  the last time. */
export function nextMistake(items: ItemDocument[], made: QuestionDocument[], wanted: Wanted, now: Date, but = ""): QuestionDocument | null {
  const known = new Set(items.map((each) => each.question.id))
  const ours = new Set(made.map((each) => each.id))
  const missed = byDue(items.filter(({ question, best, answers }) => (best < answers || ours.has(question.id)) && isAbout(question, wanted)))
  const fresh = made.find((each) => !known.has(each.id) && each.id !== but && isAbout(each, wanted))
  const last = missed.find((each) => each.grade !== "best" && each.question.id !== but)
  return dueOf(missed, now, but) ?? fresh ?? last?.question ?? null
}

function byDue(items: ItemDocument[]): ItemDocument[] {
  return items.sort((one, other) => (one.card.due < other.card.due ? -1 : Number(one.card.due > other.card.due)))
}

function dueOf(items: ItemDocument[], now: Date, but: string): QuestionDocument | null {
  return items.find((each) => new Date(each.card.due) <= now && each.question.id !== but)?.question ?? null
}

function isIn(question: QuestionDocument, wanted: Wanted): boolean {
  const beside = question.beside.join() === wanted.beside.join()
  return question.book === wanted.book && isSame(question.tables, wanted.tables) && beside && isAbout(question, wanted)
}

function isAbout(question: QuestionDocument, wanted: Wanted): boolean {
  return (wanted.street === "all" || question.street === wanted.street) && (wanted.theme === "" || question.kind === wanted.theme)
}

function isSame(one: Record<string, string>, other: Record<string, string>): boolean {
  return Object.keys(one).length === Object.keys(other).length && Object.entries(one).every(([kind, name]) => other[kind] === name)
}

// Where it is kept.

/** Where the progress is kept: the browser, for somebody without an account. */
export interface ProgressStore {
  read: () => ProgressDocument
  write: (progress: ProgressDocument) => void
}

const KEY = "uth.drill"

/** The progress in this browser. What cannot be read, from a newer version for instance, is set aside and not overwritten. */
export const browserStore: ProgressStore = {
  read() {
    let text: string | null = null
    try {
      text = localStorage.getItem(KEY)
      const kept = JSON.parse(text ?? "null") as ProgressDocument | null
      if (kept === null) return newProgress()
      if (kept.version === 1 && Array.isArray(kept.items) && typeof kept.kinds === "object") return kept
    } catch {
      // Not JSON, or no storage.
    }
    try {
      if (text !== null) localStorage.setItem(`${KEY}.unread`, text)
    } catch {
      // Without storage, progress lasts as long as the page.
    }
    return newProgress()
  },
  write(progress) {
    try {
      localStorage.setItem(KEY, JSON.stringify(progress))
    } catch {
      // Without storage, progress lasts as long as the page.
    }
  },
}
