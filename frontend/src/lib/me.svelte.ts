/** Who the reader is to the house. */
import type { Me } from "./protocol"
import { api } from "./api"

export const me: Me & { known: boolean } = $state({ known: false, person: null, name: null, roles: [], csrf: null })

export function become(who: Me): void {
  Object.assign(me, who, { known: true })
}

/** Ask the house once who this is. */
export async function recognise(): Promise<void> {
  if (!me.known) become(await api.me())
}

/** Be somebody: a guest, unless signed in already. */
export async function comeIn(name = ""): Promise<void> {
  await recognise()
  if (me.person === null) become(await api.guest(name.trim()))
}

export function has(...roles: string[]): boolean {
  return me.roles.some((role) => roles.includes(role))
}
