/** Double clicks: the second click belongs to the question the first one answered. */

const DOUBLE_MS = 400
const DOUBLE_PX = 24

interface Press {
  at: number
  x: number
  y: number
  question: string
}

export class Presses {
  private last: Press | null = null

  /** Whether this click is the second half of a double click whose first half was for another question. */
  isLeftOver(event: MouseEvent, question: string): boolean {
    if (event.detail === 0) return false // Enter on a button; a held key is detected where keys are read.
    const press = { at: performance.now(), x: event.clientX, y: event.clientY, question }
    const last = this.last
    this.last = press
    if (!last || last.question === question) return false
    return press.at - last.at < DOUBLE_MS && Math.hypot(press.x - last.x, press.y - last.y) < DOUBLE_PX
  }
}
