/** Cards move from the shoe and to the rack, chips from where they were. Nothing moves with reduced motion. */
import type { TransitionConfig } from "svelte/transition"
import { calm } from "../lib/settings.svelte"

const ease = (t: number): number => 1 - (1 - t) ** 3

function toward(node: Element, place: string): { x: number; y: number } | null {
  const target = document.querySelector(`[data-place="${place}"]`)
  if (!target) return null
  const from = node.getBoundingClientRect()
  const to = target.getBoundingClientRect()
  return { x: to.x + to.width / 2 - from.x - from.width / 2, y: to.y + to.height / 2 - from.y - from.height / 2 }
}

export function dealt(node: Element, { delay = 0, still = false }: { delay?: number; still?: boolean } = {}): TransitionConfig {
  const way = still || calm() ? null : toward(node, "shoe")
  if (!way) return { duration: 0 }
  return {
    delay,
    duration: 340,
    easing: ease,
    css: (t, u) => `transform: translate(${u * way.x}px, ${u * way.y}px) rotate(${u * 24}deg); opacity: ${Math.min(1, t * 4)}`,
  }
}

export function taken(node: Element, { still = false }: { still?: boolean } = {}): TransitionConfig {
  const way = still || calm() ? null : toward(node, "rack")
  if (!way) return { duration: 0 }
  return {
    duration: 300,
    easing: (t) => 1 - ease(1 - t),
    css: (t, u) => `transform: translate(${u * way.x}px, ${u * way.y}px) rotate(${u * -20}deg); opacity: ${Math.min(1, t * 3)}`,
  }
}

export function chipped(node: Element, { from = "rail" }: { from?: string } = {}): TransitionConfig {
  const way = calm() ? null : toward(node, from)
  if (!way) return { duration: 0 }
  return {
    duration: 320,
    easing: ease,
    css: (t, u) => `transform: translate(${u * way.x}px, ${u * way.y}px); opacity: ${Math.min(1, t * 4)}`,
  }
}
