export interface Sound<Effect extends string> {
  isOn(): boolean
  toggle(): boolean
  /** Browsers allow sound only after a gesture: the first one calls this. */
  wake(): void
  /** Quiet while the hub covers the game or the page is hidden. */
  hush(isHushed: boolean): void
  play(effect: Effect, step?: number): void
}

export interface Tone {
  readonly from: number
  readonly to?: number
  readonly ms: number
  readonly after?: number
  readonly wave?: OscillatorType
  readonly volume?: number
}

/** Steps of a pentatonic scale above A4: a longer chain climbs higher and never sounds wrong. */
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21]
export const note = (step: number) => 440 * 2 ** ((SCALE[Math.min(step, SCALE.length - 1)] ?? 0) / 12)
export const melody = (steps: readonly number[], gap: number, ms: number): Tone[] =>
  steps.map((step, nth) => ({ from: note(step), ms, after: nth * gap, wave: 'triangle', volume: 0.16 }))

function readChoice(key: string): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

function keepChoice(key: string, isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off')
  } catch {
    // blocked storage: the choice lasts as long as the page
  }
}

function sing(context: AudioContext, tone: Tone): void {
  const start = context.currentTime + (tone.after ?? 0) / 1000
  const end = start + tone.ms / 1000
  const voice = context.createOscillator()
  const volume = context.createGain()
  voice.type = tone.wave ?? 'sine'
  voice.frequency.setValueAtTime(tone.from, start)
  voice.frequency.exponentialRampToValueAtTime(tone.to ?? tone.from, end)
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(tone.volume ?? 0.1, start + 0.012)
  volume.gain.exponentialRampToValueAtTime(0.0001, end)
  voice.connect(volume).connect(context.destination)
  voice.start(start)
  voice.stop(end)
}

/**
 * Synthesised effects; silent until woken by a gesture, and the choice is remembered.
 * @param game     Whose choice of sound or silence it is.
 * @param tonesOf  What an effect sounds like; `step` raises it.
 */
export function createSound<Effect extends string>(
  game: string,
  tonesOf: (effect: Effect, step: number) => readonly Tone[],
): Sound<Effect> {
  const key = `${game}:sound`
  let isOn = readChoice(key)
  let isHushed = false
  let context: AudioContext | undefined

  const adjust = () => {
    if (!context) return
    const change = isOn && !isHushed ? context.resume() : context.suspend()
    change.catch(() => {}) // a browser that refuses sound leaves a silent game, not a broken one
  }
  return {
    isOn: () => isOn,
    toggle() {
      isOn = !isOn
      keepChoice(key, isOn)
      adjust()
      return isOn
    },
    wake() {
      if (context || !isOn) return
      context = new AudioContext()
      adjust()
    },
    hush(hushed) {
      isHushed = hushed
      adjust()
    },
    play(effect, step = 0) {
      if (!context || !isOn || isHushed) return
      for (const tone of tonesOf(effect, step)) sing(context, tone)
    },
  }
}
