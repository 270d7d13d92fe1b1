const STORAGE_KEY = 'islandm3:sound'

export interface Sound {
  isOn(): boolean
  toggle(): boolean
  /** Browsers allow sound only after a gesture: the first one calls this. */
  wake(): void
  /** Quiet while the hub covers the game or the page is hidden. */
  hush(isHushed: boolean): void
  play(effect: Effect, step?: number): void
}

type Effect =
  | 'pick'
  | 'swap'
  | 'refuse'
  | 'match'
  | 'forge'
  | 'blast'
  | 'land'
  | 'star'
  | 'won'
  | 'lost'
  | 'gift'

interface Tone {
  readonly from: number
  readonly to?: number
  readonly ms: number
  readonly after?: number
  readonly wave?: OscillatorType
  readonly volume?: number
}

/** Steps of a pentatonic scale above A4: a longer chain climbs higher and never sounds wrong. */
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21]
const note = (step: number) => 440 * 2 ** ((SCALE[Math.min(step, SCALE.length - 1)] ?? 0) / 12)
const melody = (steps: readonly number[], gap: number, ms: number): Tone[] =>
  steps.map((step, nth) => ({ from: note(step), ms, after: nth * gap, wave: 'triangle', volume: 0.16 }))

function tonesOf(effect: Effect, step: number): Tone[] {
  switch (effect) {
    case 'pick':
      return [{ from: 620, to: 700, ms: 60, volume: 0.08 }]
    case 'swap':
      return [{ from: 320, to: 520, ms: 110, volume: 0.1 }]
    case 'refuse':
      return [{ from: 240, to: 150, ms: 180, wave: 'triangle', volume: 0.14 }]
    case 'match':
      return [
        { from: note(step), ms: 260, wave: 'triangle', volume: 0.16 },
        { from: note(step) * 2, ms: 180, after: 30, volume: 0.06 },
      ]
    case 'forge':
      return melody([4, 6, 8], 45, 220)
    case 'blast':
      return [{ from: 170, to: 45, ms: 380, wave: 'sawtooth', volume: 0.12 }]
    case 'land':
      return [{ from: 190, to: 120, ms: 60, volume: 0.05 }]
    case 'star':
      return melody([5 + step], 0, 420)
    case 'won':
      return melody([0, 2, 3, 5, 7, 8], 90, 420)
    case 'lost':
      return melody([3, 2, 1, 0], 150, 380)
    case 'gift':
      return melody([2, 4, 5, 7, 9], 70, 500)
  }
}

function readChoice(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}

function keepChoice(isOn: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off')
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

/** Synthesised effects; silent until woken by a gesture, and the choice is remembered. */
export function createSound(): Sound {
  let isOn = readChoice()
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
      keepChoice(isOn)
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
