/** Where the other seats lie on the felt, seen from the reader's own: on with the clock to the left, the last to the right. */
export interface Around {
  left: number[]
  right: number[]
}

export function seatsAround(count: number, own: number | null): Around {
  if (own === null) {
    const seats = Array.from({ length: count }, (_, at) => at + 1)
    const half = Math.ceil(count / 2)
    return { left: seats.slice(half).reverse(), right: seats.slice(0, half) }
  }
  const next = Array.from({ length: count - 1 }, (_, at) => ((own + at) % count) + 1)
  const half = Math.ceil(next.length / 2)
  return { left: next.slice(0, half).reverse(), right: next.slice(half).reverse() }
}

/** The same seats in the order they are dealt to. */
export function inTurn(around: Around): number[] {
  return [...around.left].reverse().concat([...around.right].reverse())
}
