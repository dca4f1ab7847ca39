/** The reader's settings, stored in this browser and set on the root element for the style sheets. */
export interface Settings {
  theme: "auto" | "light" | "dark"
  felt: "green" | "blue" | "red" | "slate"
  back: "red" | "blue" | "green" | "black"
  deck: "two" | "four"
  motion: "auto" | "less"
  volume: number
  muted: boolean
  /** Whether single keys act: C checks, 4 plays four times the ante. */
  shortcuts: boolean
  name: string
  /** Whether wagers are repeated automatically; the reader still decides when to deal. */
  rebet: boolean
  /** The coach: silent, when asked, before a costly choice, or after each decision. */
  coach: "off" | "request" | "warn" | "grade"
}

const KEY = "uth.settings"
const DEFAULTS: Settings = {
  theme: "auto",
  felt: "green",
  back: "red",
  deck: "two",
  motion: "auto",
  volume: 0.6,
  muted: false,
  shortcuts: true,
  name: "",
  rebet: false,
  coach: "request",
}

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>
  } catch {
    return {}
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...stored() })

/** Apply and store the settings. */
export function applySettings(): void {
  const root = document.documentElement.dataset
  if (settings.theme === "auto") delete root.theme
  else root.theme = settings.theme
  root.felt = settings.felt
  root.back = settings.back
  root.deck = settings.deck
  root.motion = settings.motion
  root.shortcuts = settings.shortcuts ? "on" : "off"
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // Without storage the page still works.
  }
}

export function calm(): boolean {
  return settings.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches
}
