import { commonTones, type Sound as KitSound, melody, type Tones } from '../kit/sound.ts'

export type Sound = KitSound<keyof typeof tones>

export const tones = {
  ...commonTones,
  card: () => [{ from: 760, to: 420, ms: 70, wave: 'triangle', volume: 0.08 }],
  won: () => melody([0, 2, 4, 7], 90, 320),
  lost: () => melody([4, 2, 0], 130, 360),
  push: () => melody([2, 2], 120, 240),
  press: () => [{ from: 620, to: 700, ms: 60, volume: 0.08 }],
} satisfies Tones<string>
