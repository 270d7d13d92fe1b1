import { commonEn } from '../../kit/messages/en.ts'
import { plural } from '../../kit/messages/language.ts'

const count = plural('en')
const points = (n: number) => `${n.toLocaleString('en')} ${count(n, { one: 'point', other: 'points' })}`
const formatHull = (left: number, full: number) => `hull ${left} of ${full}`

export const en = {
  ...commonEn,
  title: 'Neuro Arena',
  tagline: 'One drone against everyone',

  wave: (n: number) => `Wave ${n}`,
  boss: 'The champion!',
  score: 'Score',
  points,
  best: 'Best',
  hull: (left: number, full: number) => `Hull: ${left} of ${full}`,
  multiplier: (n: number) => `×${n}`,
  atRest: (wave: number, score: number, left: number, full: number) =>
    `Wave ${wave}. ${points(score)}, ${formatHull(left, full)}.`,
  atRestBoss: (wave: number, score: number, left: number, full: number) =>
    `Wave ${wave}, the champion comes. ${points(score)}, ${formatHull(left, full)}.`,
  hurt: (left: number, full: number) => `Hit! ${formatHull(left, full)}.`,

  tools: 'Helpers',
  shield: 'Shield',
  shieldLabel: (n: number) => `Shield, ${n} left`,
  shieldUp: 'The shield is up',

  arenaLabel: 'Arena',
  arenaHelp:
    'Arrows or W, A, S, D fly the drone, it aims and shoots by itself. Space raises a shield, Escape pauses.',

  play: 'Play',
  again: 'Play again',
  resume: 'Resume',
  restart: 'Start over',
  howToLines: [
    'Fly with W, A, S, D or the arrows, or drag a finger or the mouse anywhere.',
    'The drone aims and shoots by itself. Your part is to stay out of reach.',
    'A white ring around a foe: it is about to shoot.',
    'A splitter falls into three. Keep your distance when it does.',
    'Capsules repair the hull, speed up your fire or triple it.',
    'Defeat foes one right after another: points are multiplied, up to five times.',
  ],
  yourBest: (score: number, wave: number) => `Your best: ${points(score)}, wave ${wave}`,
  firstRun: 'Every fifth wave brings a champion. How far will you get?',
  aurora: 'Aurora skin',

  over: 'The drone is down',
  newBest: 'A new record!',
  reached: (wave: number) => `You held out until wave ${wave}`,
  useCell: (n: number) => `Back into the fight (cells: ${n})`,
  revived: 'Back in the fight',

  items: {
    'neuroarena-shields': {
      title: 'Five shields',
      what: 'Each protects you from everything for six seconds.',
    },
    'neuroarena-energy': {
      title: 'Energy cells',
      what: 'Ten cells: each brings you back into a lost fight.',
    },
    'neuroarena-aurora': { title: 'Aurora skin', what: 'Northern lights for your drone, for good.' },
  },
  shopIntro: 'For fights that last',
  shopLoading: 'Charging the shelves…',
  bought: (item: string) => `${item}: yours!`,
  restored: (item: string) => `${item}: yours from an earlier purchase!`,
  kept: 'Already yours',
  have: (shields: number, cells: number) => `You have: shields ${shields}, energy cells ${cells}`,
}

export type Messages = typeof en
