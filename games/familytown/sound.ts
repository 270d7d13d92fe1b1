import { type Sound as KitSound, melody, note, type Tone } from '../kit/sound.ts'

type Effect = 'step' | 'put' | 'refuse' | 'merge' | 'quest' | 'evening' | 'crane' | 'clear' | 'gift'

export type Sound = KitSound<Effect>

export function tonesOf(effect: Effect, step: number): Tone[] {
  switch (effect) {
    case 'step':
      return [{ from: 660, to: 720, ms: 50, volume: 0.05 }]
    case 'put':
      return [
        { from: 170, to: 95, ms: 110, volume: 0.16 },
        { from: 420, to: 360, ms: 70, volume: 0.06, wave: 'triangle' },
      ]
    case 'refuse':
      return [{ from: 240, to: 150, ms: 180, wave: 'triangle', volume: 0.14 }]
    case 'merge':
      return [...melody([step, step + 2, step + 4], 60, 320), { from: note(step) / 2, ms: 420, volume: 0.08 }]
    case 'quest':
      return melody([2, 4, 5, 7], 85, 420)
    case 'evening':
      return melody([5, 3, 2, 0], 190, 700)
    case 'crane':
      return [{ from: 200, to: 420, ms: 220, volume: 0.1 }]
    case 'clear':
      return [{ from: 150, to: 55, ms: 300, wave: 'sawtooth', volume: 0.08 }]
    case 'gift':
      return melody([2, 4, 5, 7, 9], 70, 500)
  }
}
