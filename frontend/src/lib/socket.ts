/** The websocket of a table: reconnects to the same chair and resumes where it was. */
import type { Command, DoneFrame, Frame, Phrase, RefusedFrame } from "./protocol"
import { isKnown } from "./version.svelte"

export type State = "connecting" | "open" | "lost" | "gone"
export type Asked =
  { do: Command } | { ready: true } | { more_time: true } | { say: Phrase } | { word: string } | { step: string; cards?: string[] } | { ping: 1 }
type Answer = DoneFrame | RefusedFrame

const PING_MS = 10_000
/** How long the house may be silent after a request before the connection counts as lost. */
const ANSWER_MS = 1_500
/** How much longer it may be silent before another connection is made. */
const RENEW_MS = 2_500
/** How long connecting may take before another attempt. */
const OPENING_MS = 10_000
/** The longest pause between attempts; jitter keeps clients from reconnecting all at once. */
const WAIT_MS = 4_000

export class TableSocket {
  private socket: WebSocket | null = null
  private after: number | null = null
  private tries = 0
  private timer: number | undefined
  private pinger: number | undefined
  private heard = 0
  private state: State = "connecting"
  private count = 0
  private readonly waiting = new Map<string, { frame: string; answer: (said: Answer) => void }>()
  private readonly session = Math.random().toString(36).slice(2, 10)

  constructor(
    private readonly table: string,
    private readonly hear: (frame: Frame) => void,
    private readonly tell: (state: State) => void,
  ) {
    this.connect()
    addEventListener("online", this.now)
    document.addEventListener("visibilitychange", this.now)
  }

  /** Send a request; the promise resolves to its answer, across lost connections. */
  send(asked: Asked): Promise<Answer> {
    const id = `${this.session}-${++this.count}`
    const frame = JSON.stringify({ id, ...asked })
    return new Promise((answer) => {
      this.waiting.set(id, { frame, answer })
      const socket = this.socket
      if (socket?.readyState !== WebSocket.OPEN) return
      socket.send(frame)
      this.watch(socket)
    })
  }

  /** Detect that the other end is gone although the connection looks open: nothing arrives after a request. */
  private watch(socket: WebSocket): void {
    const sent = performance.now()
    const isSilent = () => socket === this.socket && this.heard < sent
    setTimeout(() => {
      if (!isSilent()) return
      this.became("lost")
      setTimeout(() => isSilent() && this.replace(socket), RENEW_MS)
    }, ANSWER_MS)
  }

  private replace(socket: WebSocket): void {
    this.socket = null
    clearInterval(this.pinger)
    socket.close()
    this.tries += 1
    this.connect()
  }

  private became(state: State): void {
    if (state === this.state) return
    this.state = state
    this.tell(state)
  }

  close(): void {
    removeEventListener("online", this.now)
    document.removeEventListener("visibilitychange", this.now)
    clearTimeout(this.timer)
    clearInterval(this.pinger)
    const socket = this.socket
    this.socket = null
    socket?.close(1000)
  }

  /** Reconnect as another user; the house reads the cookie when the connection is opened. */
  renew(): void {
    this.after = null
    const socket = this.socket
    this.socket = null
    socket?.close(1000)
    this.connect()
  }

  private readonly now = (): void => {
    if (document.visibilityState === "visible" && this.socket?.readyState !== WebSocket.OPEN) this.connect()
  }

  private connect(): void {
    clearTimeout(this.timer)
    if (this.socket?.readyState === WebSocket.CONNECTING) return
    const scheme = location.protocol === "https:" ? "wss" : "ws"
    const query = this.after === null ? "" : `?after=${this.after}`
    const socket = new WebSocket(`${scheme}://${location.host}/ws/v1/tables/${encodeURIComponent(this.table)}${query}`)
    this.socket = socket
    setTimeout(() => socket.readyState === WebSocket.CONNECTING && socket.close(), OPENING_MS)
    this.became(this.tries ? "lost" : "connecting")
    socket.onopen = () => {
      this.tries = 0
      this.heard = performance.now()
      this.became("open")
      for (const each of this.waiting.values()) socket.send(each.frame)
      if (this.waiting.size) this.watch(socket)
      clearInterval(this.pinger)
      this.pinger = setInterval(() => void this.send({ ping: 1 }), PING_MS)
    }
    socket.onmessage = (message) => {
      if (socket !== this.socket) return
      this.heard = performance.now()
      this.became("open")
      const frame = JSON.parse(String(message.data)) as Frame
      if (isKnown(frame)) this.take(frame)
      else this.close()
    }
    socket.onclose = (event) => {
      if (socket !== this.socket) return
      this.socket = null
      clearInterval(this.pinger)
      if (event.code === 1008) return this.became("gone")
      this.became("lost")
      const wait = Math.min(400 * 2 ** this.tries++, WAIT_MS) * (0.75 + Math.random() / 2)
      this.timer = setTimeout(() => this.connect(), wait)
    }
  }

  private take(frame: Frame): void {
    if (frame.type === "view" || frame.type === "events") {
      this.after = frame.n
    } else if (frame.type === "done" || frame.type === "refused") {
      const id = frame.id ?? ""
      this.waiting.get(id)?.answer(frame)
      this.waiting.delete(id)
    }
    this.hear(frame)
  }
}
