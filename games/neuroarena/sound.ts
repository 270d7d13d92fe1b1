import { commonTones, type Sound as KitSound, melody, note, type Tones } from '../kit/sound.ts'

export type Effect = keyof typeof tones
export type Sound = KitSound<Effect>

/** Frequent effects are short and quiet. */
export const tones = {
  ...commonTones,
  shot: () => [{ from: 880, to: 420, ms: 55, wave: 'square', volume: 0.018 }],
  foeShot: () => [{ from: 260, to: 140, ms: 140, wave: 'sawtooth', volume: 0.04 }],
  hit: () => [{ from: 520, to: 380, ms: 40, wave: 'triangle', volume: 0.04 }],
  defeated: (step) => [
    { from: note(step), to: note(step) / 2, ms: 180, wave: 'triangle', volume: 0.12 },
    { from: 150, to: 60, ms: 140, wave: 'sawtooth', volume: 0.04 },
  ],
  boss: () => [
    { from: 120, to: 34, ms: 900, wave: 'sawtooth', volume: 0.14 },
    ...melody([0, 4, 7, 9], 90, 500),
  ],
  hurt: () => [{ from: 210, to: 60, ms: 320, wave: 'sawtooth', volume: 0.14 }],
  blocked: () => [{ from: 980, to: 760, ms: 90, volume: 0.08 }],
  shield: () => [{ from: 300, to: 900, ms: 320, volume: 0.1 }],
  picked: () => melody([4, 6, 8], 50, 200),
  portal: () => [{ from: 90, to: 190, ms: 300, wave: 'triangle', volume: 0.05 }],
  waveStarts: () => melody([2, 5], 120, 320),
  waveEnds: () => melody([0, 2, 4, 5], 80, 320),
  over: () => melody([4, 3, 1, 0], 170, 460),
  revived: () => melody([0, 3, 5, 8], 60, 320),
  press: () => [{ from: 620, to: 700, ms: 60, volume: 0.08 }],
} satisfies Tones<string>
