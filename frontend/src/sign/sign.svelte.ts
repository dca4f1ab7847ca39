/** A sign: connected to its link for days. One socket, one timer, bounded memory. */
import { isNewBuild } from "../lib/build"
import type { AwardDocument, BeatFrame, LinkFrame } from "../lib/protocol"
import { isKnown } from "../lib/version.svelte"

export type Shown = Omit<LinkFrame, "v" | "type" | "news">

/** The house sends a heartbeat every 20 seconds; after this long without a frame the connection is lost. */
const SILENT_MS = 50_000
/** How long connecting may take before another attempt: a dead line gives no answer. */
const OPENING_MS = 10_000
const WAIT_MOST_MS = 4_000
/** More wagers than a table's round ever feeds to a meter: eight seats, a quarter of each wager. */
const FED_MOST = 2

/** The link with that name, else that of a table or a book with that name; a link of the house before a guest's. */
export function linkCalled<Link extends Pick<Shown, "name" | "book" | "guest" | "tables">>(name: string, links: readonly Link[]): Link | null {
  const houses = [...links].sort((one, other) => Number(one.guest) - Number(other.guest))
  return links.find((link) => link.name === name) ?? houses.find((link) => link.tables.includes(name)) ?? houses.find((link) => link.book === name) ?? null
}

export class Sign {
  link = $state.raw<Shown | null>(null)
  /** The odometers' amounts; they go down only after an award. */
  meters = $state<Record<string, number>>({})
  state = $state<"connecting" | "open" | "lost" | "gone">("connecting")
  /** A new award, shown for a while. */
  fresh = $state.raw<AwardDocument | null>(null)
  /** When the last frame arrived, in wall-clock time. */
  at = $state(0)
  private socket: WebSocket | null = null
  private tries = 0
  private heard = 0
  /** The last known award. */
  private award = 0
  private again: ReturnType<typeof setTimeout> | undefined
  private party: ReturnType<typeof setTimeout> | undefined
  private readonly watch: ReturnType<typeof setInterval>

  constructor(private readonly name: string) {
    this.watch = setInterval(() => this.look(), 5_000)
    addEventListener("online", this.now)
    this.connect()
  }

  close(): void {
    clearInterval(this.watch)
    clearTimeout(this.again)
    clearTimeout(this.party)
    removeEventListener("online", this.now)
    this.drop()
  }

  private readonly now = (): void => {
    if (this.socket?.readyState !== WebSocket.OPEN) this.connect()
  }

  private drop(): void {
    const socket = this.socket
    this.socket = null
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }

  private connect(): void {
    clearTimeout(this.again)
    this.drop()
    const scheme = location.protocol === "https:" ? "wss" : "ws"
    const socket = new WebSocket(`${scheme}://${location.host}/ws/v1/links/${encodeURIComponent(this.name)}`)
    this.socket = socket
    this.heard = performance.now()
    socket.onopen = () => {
      if (this.tries) void this.follow()
      this.tries = 0
      this.state = "open"
    }
    socket.onmessage = (message) => {
      this.heard = performance.now()
      const frame = JSON.parse(String(message.data)) as LinkFrame | BeatFrame
      if (!isKnown(frame)) this.close()
      else if (frame.type === "link") this.take(frame)
    }
    socket.onclose = () => this.lost()
  }

  /** After a lost connection the house may serve a newer build: then reload the page. */
  private async follow(): Promise<void> {
    if (await isNewBuild()) location.reload()
  }

  private lost(): void {
    this.drop()
    if (this.state === "open") this.at = Date.now() - (performance.now() - this.heard)
    this.state = "lost"
    const wait = Math.min(500 * 2 ** Math.min(this.tries++, 8), WAIT_MOST_MS)
    this.again = setTimeout(() => this.connect(), wait)
  }

  private look(): void {
    const patience = this.socket?.readyState === WebSocket.CONNECTING ? OPENING_MS : SILENT_MS
    if (this.socket && performance.now() - this.heard > patience) this.lost()
  }

  private take(frame: LinkFrame): void {
    const awards = [...frame.news, ...frame.pending, ...frame.recent]
    const won = new Set(awards.filter((each) => each.award > this.award).map((each) => each.meter))
    this.award = Math.max(this.award, ...awards.map((each) => each.award))
    const first = this.link === null
    const fed = FED_MOST * frame.wager * frame.tables.length
    for (const [meter, cents] of Object.entries(frame.meters)) {
      const stood = this.meters[meter] ?? 0
      // A void round takes a few cents back: the odometer waits until the meter has caught up instead of running backwards.
      // A drop of more than the current rounds can have fed is an adjustment by two people, and is shown at once.
      const waits = !first && !won.has(meter) && cents < stood && stood - cents <= fed
      if (!waits && stood !== cents) this.meters[meter] = cents
    }
    this.link = frame
    const news = frame.news.find((each) => each.stage === "pending" || each.stage === "paid")
    if (news) this.celebrate(news)
  }

  private celebrate(award: AwardDocument): void {
    this.fresh = award
    clearTimeout(this.party)
    this.party = setTimeout(() => (this.fresh = null), 20_000)
  }
}
