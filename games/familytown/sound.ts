import { commonTones, type Sound as KitSound, melody, note, type Tones } from '../kit/sound.ts'

export type Sound = KitSound<keyof typeof tones>

export const tones = {
  ...commonTones,
  press: () => [{ from: 660, to: 720, ms: 50, volume: 0.05 }],
  put: () => [
    { from: 170, to: 95, ms: 110, volume: 0.16 },
    { from: 420, to: 360, ms: 70, volume: 0.06, wave: 'triangle' },
  ],
  merge: (step) => [
    ...melody([step, step + 2, step + 4], 60, 320),
    { from: note(step) / 2, ms: 420, volume: 0.08 },
  ],
  quest: () => melody([2, 4, 5, 7], 85, 420),
  evening: () => melody([5, 3, 2, 0], 190, 700),
  crane: () => [{ from: 200, to: 420, ms: 220, volume: 0.1 }],
  clear: () => [{ from: 150, to: 55, ms: 300, wave: 'sawtooth', volume: 0.08 }],
} satisfies Tones<string>
