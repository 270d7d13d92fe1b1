import { type Sound as KitSound, melody, note, type Tone } from '../kit/sound.ts'

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

export type Sound = KitSound<Effect>

export function tonesOf(effect: Effect, step: number): Tone[] {
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
