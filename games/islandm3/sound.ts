import { commonTones, type Sound as KitSound, melody, note, type Tones } from '../kit/sound.ts'

export type Sound = KitSound<keyof typeof tones>

export const tones = {
  ...commonTones,
  press: () => [{ from: 620, to: 700, ms: 60, volume: 0.08 }],
  swap: () => [{ from: 320, to: 520, ms: 110, volume: 0.1 }],
  match: (step) => [
    { from: note(step), ms: 260, wave: 'triangle', volume: 0.16 },
    { from: note(step) * 2, ms: 180, after: 30, volume: 0.06 },
  ],
  special: () => melody([4, 6, 8], 45, 220),
  blast: () => [{ from: 170, to: 45, ms: 380, wave: 'sawtooth', volume: 0.12 }],
  land: () => [{ from: 190, to: 120, ms: 60, volume: 0.05 }],
  won: () => melody([0, 2, 3, 5, 7, 8], 90, 420),
  lost: () => melody([3, 2, 1, 0], 150, 380),
} satisfies Tones<string>
