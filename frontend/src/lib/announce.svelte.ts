/** Announcements for screen readers: polite and in turn, assertive for a refusal. */
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

/** The live regions of the page and of its open dialogs; the newest one speaks, because those behind a dialog are inert. */
const regions = $state<string[]>([])

/** Add a live region, and return how to remove it. Each starts silent: a region that appears with a text would repeat it. */
export function addRegion(id: string): () => void {
  regions.push(id)
  spoken.polite = spoken.now = ""
  return () => {
    regions.splice(regions.indexOf(id), 1)
    spoken.polite = spoken.now = ""
  }
}

export function speaks(id: string): boolean {
  return regions.at(-1) === id
}

function ended(says: string): string {
  return /[.!?…]$/.test(says) ? says : `${says}.`
}

/** Screen readers announce only changes, so a repeated text gets an inaudible non-breaking space. */
function anew(says: string, before: string): string {
  return says === before ? `${says}\u00a0` : says
}
