export interface Sound<Effect extends string> {
  isOn(): boolean
  /** @returns whether sound is on now. */
  toggle(): boolean
  /** Browsers allow audio only after a user gesture: call this from the first one. */
  unlock(): void
  setMuted(isMuted: boolean): void
  play(effect: Effect, step?: number): void
}

/** One oscillator. Frequencies are in hertz and slide from `from` to `to`. */
export interface Tone {
  readonly from: number
  readonly to?: number
  readonly ms: number
  /** Delay in milliseconds. */
  readonly after?: number
  readonly wave?: OscillatorType
  /** 0 to 1. */
  readonly volume?: number
}

/** Each effect's tones; a higher `step` raises the pitch of some effects. */
export type Tones<Effect extends string> = Record<Effect, (step: number) => readonly Tone[]>

/** Pentatonic scale in semitones above A4, where any sequence of steps is in tune. */
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21]
export const note = (step: number) => 440 * 2 ** ((SCALE[Math.min(step, SCALE.length - 1)] ?? 0) / 12)
export const melody = (steps: readonly number[], gapMs: number, ms: number): Tone[] =>
  steps.map((step, index) => ({ from: note(step), ms, after: index * gapMs, wave: 'triangle', volume: 0.16 }))

/** Effects with the same sound in several games. */
export const commonTones = {
  gift: () => melody([2, 4, 5, 7, 9], 70, 500),
  refuse: () => [{ from: 240, to: 150, ms: 180, wave: 'triangle', volume: 0.14 }],
} satisfies Tones<string>

/**
 * Synthesises sound effects. Silent until unlocked; the on/off preference is stored.
 * @param game  Storage key prefix.
 */
export function createSound<Effect extends string>(game: string, tones: Tones<Effect>): Sound<Effect> {
  const key = `${game}:sound`
  let isOn = readPreference(key)
  let isMuted = false
  let context: AudioContext | undefined

  const applyState = () => {
    if (!context) return
    const change = isOn && !isMuted ? context.resume() : context.suspend()
    change.catch(() => {}) // a browser without audio leaves the game silent
  }
  return {
    isOn: () => isOn,
    toggle() {
      isOn = !isOn
      storePreference(key, isOn)
      applyState()
      return isOn
    },
    unlock() {
      if (context || !isOn) return
      context = new AudioContext()
      applyState()
    },
    setMuted(muted) {
      isMuted = muted
      applyState()
    },
    play(effect, step = 0) {
      if (!context || !isOn || isMuted) return
      for (const tone of tones[effect](step)) playTone(context, tone)
    },
  }
}

function readPreference(key: string): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

function storePreference(key: string, isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off')
  } catch {
    // Storage is blocked: the preference lasts as long as the page.
  }
}

function playTone(context: AudioContext, tone: Tone): void {
  const start = context.currentTime + (tone.after ?? 0) / 1000
  const end = start + tone.ms / 1000
  const oscillator = context.createOscillator()
  const volume = context.createGain()
  oscillator.type = tone.wave ?? 'sine'
  oscillator.frequency.setValueAtTime(tone.from, start)
  oscillator.frequency.exponentialRampToValueAtTime(tone.to ?? tone.from, end)
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(tone.volume ?? 0.1, start + 0.012)
  volume.gain.exponentialRampToValueAtTime(0.0001, end)
  oscillator.connect(volume).connect(context.destination)
  oscillator.start(start)
  oscillator.stop(end)
}
