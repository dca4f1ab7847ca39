/** What the floor can stop: new wagers of the house, a table or a player; or a table for good. */
export interface Stopped {
  what: "house" | "table" | "player" | "for good"
  name: string
  /** Whom it concerns, in words. */
  says: string
}
