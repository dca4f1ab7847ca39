/** Synthesized sounds: nothing to download, one volume, one mute, and no fanfare except for a win. */
import { whenIdle } from "./arrival"
import { settings } from "./settings.svelte"

export type Sound = "card" | "flip" | "chip" | "tap" | "turn" | "tick" | "no" | "win" | "bigwin"
let context: AudioContext | null = null
const noises = new Map<number, AudioBuffer>()

/** Return the audio output, or null if sound is not allowed. Opening it blocks the page for up to a tenth of a second. */
function audio(): AudioContext | null {
  if (settings.muted || settings.volume <= 0 || !navigator.userActivation?.hasBeenActive) return null
  context ??= new AudioContext()
  if (context.state === "suspended") void context.resume()
  return context
}

function fading(at: AudioContext, seconds: number): AudioBuffer {
  const length = Math.ceil(at.sampleRate * seconds)
  const buffer = at.createBuffer(1, length, at.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let index = 0; index < length; index++) samples[index] = (Math.random() * 2 - 1) * (1 - index / length) ** 2
  noises.set(seconds, buffer)
  return buffer
}

function noise(at: AudioContext, seconds: number, from: number, to: number, level: number, delay = 0): void {
  const source = new AudioBufferSourceNode(at, { buffer: noises.get(seconds) ?? fading(at, seconds) })
  const filter = new BiquadFilterNode(at, { type: "bandpass", frequency: from, Q: 1.2 })
  const start = at.currentTime + delay
  filter.frequency.exponentialRampToValueAtTime(to, start + seconds)
  const gain = new GainNode(at, { gain: level * settings.volume })
  source.connect(filter).connect(gain).connect(at.destination)
  source.start(start)
}

function tone(at: AudioContext, hertz: number, seconds: number, level: number, delay = 0, type: OscillatorType = "sine"): void {
  const start = at.currentTime + delay
  const source = new OscillatorNode(at, { frequency: hertz, type })
  const gain = new GainNode(at, { gain: 0 })
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(level * settings.volume, start + 0.012)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds)
  source.connect(gain).connect(at.destination)
  source.start(start)
  source.stop(start + seconds + 0.02)
}

const MADE: Record<Sound, (at: AudioContext) => void> = {
  card: (at) => noise(at, 0.09, 2600, 900, 0.35),
  flip: (at) => noise(at, 0.12, 1500, 3800, 0.4),
  chip: (at) => {
    tone(at, 2350, 0.05, 0.12, 0, "triangle")
    tone(at, 3120, 0.06, 0.09, 0.035, "triangle")
    noise(at, 0.03, 5200, 4200, 0.16)
  },
  tap: (at) => tone(at, 620, 0.07, 0.1, 0, "triangle"),
  turn: (at) => {
    tone(at, 660, 0.16, 0.16)
    tone(at, 880, 0.22, 0.14, 0.1)
  },
  tick: (at) => tone(at, 1250, 0.035, 0.09, 0, "square"),
  no: (at) => {
    tone(at, 210, 0.12, 0.16, 0, "triangle")
    tone(at, 170, 0.16, 0.14, 0.09, "triangle")
  },
  win: (at) => [523, 659, 784].forEach((hertz, index) => tone(at, hertz, 0.3, 0.14, index * 0.09)),
  bigwin: (at) => [523, 659, 784, 1047, 1319, 1568].forEach((hertz, index) => tone(at, hertz, 0.55, 0.14, index * 0.1)),
}

/** Play a sound once its cause is drawn; a hidden page draws nothing, so it does not wait. */
export function play(sound: Sound): void {
  const make = (): void => {
    const at = audio()
    if (at) MADE[sound](at)
  }
  if (document.hidden) make()
  else requestAnimationFrame(() => setTimeout(make))
}

/** Open the audio output before the first sound, so that no action waits for it. */
export function prepareSounds(): void {
  whenIdle(() => void audio())
}
