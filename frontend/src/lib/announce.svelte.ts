/** What a screen reader hears: said politely one after the other, at once where something was refused. */
export const spoken = $state({ polite: "", now: "" })
let queue: string[] = []
let timer: number | undefined

export function announce(says: string, atOnce = false): void {
  if (atOnce) {
    spoken.now = says
    return
  }
  queue.push(says)
  if (timer !== undefined) return
  timer = setTimeout(() => {
    spoken.polite = queue.join(". ")
    queue = []
    timer = undefined
  }, 120) as unknown as number
}
