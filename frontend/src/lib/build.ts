/** The build of this page, and whether the house serves a newer one. */

/** The entry script of this page; its name changes with every build. */
const mine = (): string => new URL(document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? "", location.origin).pathname

/** Whether the house serves a page with another script; false if the house does not answer. */
export async function isNewBuild(): Promise<boolean> {
  try {
    const answer = await fetch("/", { cache: "no-store", signal: AbortSignal.timeout(12_000) })
    if (!answer.ok) return false
    const scripts = /<script[^>]*type="module"[^>]*>/g
    const found = (await answer.text()).match(scripts) ?? []
    return found.length > 0 && !found.some((each) => each.includes(mine()))
  } catch {
    return false
  }
}
