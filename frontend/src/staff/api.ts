/** HTTP for the staff: the floor, the Game Manager, people and the log. */
import { api, ask, Refused } from "../lib/api"
import { become, me } from "../lib/me.svelte"
import type {
  Command,
  ConsoleDocument,
  FloorDocument,
  ForeseenRuling,
  InvitationDocument,
  LinkCommand,
  Me,
  Report,
  SignDocument,
  StaffDocument,
} from "../lib/protocol"
import { TableSocket } from "../lib/socket"
import { capital } from "./words"

export interface LogRecord {
  position: number
  stream: string
  number: number
  at: string
  sealed: boolean
  chain: string | null
  body: Record<string, unknown>
}
export interface Found {
  records: LogRecord[]
  before: number | null
}
export interface Walked {
  holds: boolean | null
  says: string
  position: number | null
  noted: { position: number; chain: string } | null
}

const safe = encodeURIComponent
/** The timeout of a poll. */
const LOOK_MS = 12_000

export const staffApi = {
  floor: () => ask<FloorDocument>("GET", "/floor", undefined, LOOK_MS),
  console: (table: string) => ask<ConsoleDocument>("GET", `/tables/${safe(table)}/console`, undefined, LOOK_MS),
  ruling: (table: string, irregularity: Report["irregularity"]) => ask<ForeseenRuling>("POST", `/tables/${safe(table)}/ruling`, { irregularity }, LOOK_MS),
  links: () => ask<SignDocument[]>("GET", "/links", undefined, LOOK_MS),
  link: (name: string) => ask<SignDocument>("GET", `/links/${safe(name)}`),
  work: (link: string, command: Asked) => ask<{ waits: number | null }>("POST", `/links/${safe(link)}/do`, { id: crypto.randomUUID(), do: command }),
  agree: (number: number, agreed: boolean) => ask<unknown>("POST", `/approvals/${number}`, { agreed }),
  switch: (what: "house" | "table" | "player", name: string, off: boolean) => ask<unknown>("POST", "/switch", { what, name, off }),
  ban: (name: string, reason: string, banned: boolean) => ask<unknown>("POST", "/ban", { name, reason, banned }),
  closeTable: (name: string) => ask<unknown>("DELETE", `/tables/${safe(name)}`),
  people: () => ask<StaffDocument[]>("GET", "/staff"),
  invitations: () => ask<InvitationDocument[]>("GET", "/staff/invitations"),
  invite: (roles: string[]) => ask<InvitationDocument & { word: string }>("POST", "/staff/invitations", { roles }),
  revoke: (id: string) => ask<unknown>("DELETE", `/staff/invitations/${safe(id)}`),
  reset: (name: string) => ask<InvitationDocument & { word: string }>("POST", `/staff/${safe(name)}/reset`),
  lift: (name: string) => ask<unknown>("DELETE", `/staff/${safe(name)}/lock-out`),
  roles: (name: string, roles: string[]) => ask<unknown>("POST", `/staff/${safe(name)}/roles`, { roles }),
  disable: (name: string, disabled: boolean) => ask<unknown>("POST", `/staff/${safe(name)}/disabled`, { disabled }),
  password: (old: string, fresh: string) => ask<{ name: string }>("POST", "/staff/password", { old, new: fresh }),
  signOut: () => ask<Me>("POST", "/sign-out"),
  log: (query: URLSearchParams) => ask<Found>("GET", `/log?${query}`),
  verify: () => ask<Walked>("GET", "/log/verify"),
  winPage: (link: string, award: number, format: "html" | "pdf") => `/api/v1/links/${safe(link)}/awards/${award}/win-page?format=${format}`,
}

/** A link command without the fields the house fills in. */
type Asked = LinkCommand extends infer Each ? (Each extends LinkCommand ? Omit<Each, "by" | "second"> : never) : never

/** Connect to a table, give one command or take the due step, and disconnect. */
export async function atTable(table: string, asked: { do: Command } | { step: string }): Promise<void> {
  let socket: TableSocket | undefined
  try {
    await new Promise<void>((done, fail) => {
      socket = new TableSocket(
        table,
        () => undefined,
        (state) => state === "gone" && fail(new Refused("no_table", null, `there is no table ${table}`, 0)),
      )
      void socket.send(asked).then((answer) => (answer.type === "refused" ? fail(new Refused(answer.code, answer.clause, answer.says, 409)) : done()))
    })
  } finally {
    socket?.close()
  }
}

/** The error as a readable text. */
export function said(error: unknown): string {
  if (!(error instanceof Refused)) return error instanceof Error ? error.message : String(error)
  const words = capital(error.says)
  return error.clause ? `${words} (${error.clause})` : words
}

const STRANGER = ["not_signed_in", "not_your_role"]

/** If the session or its roles have ended, reload the identity, so that the page offers to sign in. */
export async function askAgainWho(error?: unknown): Promise<void> {
  if (error === undefined || (error instanceof Refused && STRANGER.includes(error.code))) await api.me().then(become, () => undefined)
}

/** The first page that the user's roles allow. */
export function home(roles: string[] = me.roles): string {
  if (roles.some((role) => ["supervisor", "manager", "admin", "auditor"].includes(role))) return "/floor"
  if (roles.includes("dealer")) return "/dealer"
  return roles.includes("display") ? "/sign" : "/"
}

export const FLOOR = ["supervisor", "manager", "admin", "auditor"]
export const DEALERS = ["dealer", "supervisor", "manager"]
