/** What a screen reader hears: said politely one after the other, at once where something was refused. */
export const spoken = $state({ polite: "", now: "" })
let queue: string[] = []
let timer: number | undefined

export function announce(says: string, atOnce = false): void {
  if (atOnce) {
    spoken.now = anew(ended(says), spoken.now)
    return
  }
  queue.push(ended(says))
  if (timer !== undefined) return
  timer = setTimeout(() => {
    spoken.polite = anew(queue.join(" "), spoken.polite)
    queue = []
    timer = undefined
  }, 120)
}

function ended(says: string): string {
  return /[.!?…]$/.test(says) ? says : `${says}.`
}

/** What is said twice is heard twice: readers say only what has changed, and a hard space is a change nobody hears. */
function anew(says: string, before: string): string {
  return says === before ? `${says}\u00a0` : says
}
