import { commonEn } from '../../kit/messages/en.ts'
import { plural } from '../../kit/messages/language.ts'

const count = plural('en')
const points = (n: number) => `${n.toLocaleString('en')} ${count(n, { one: 'point', other: 'points' })}`
const moves = (n: number) => `${n} ${count(n, { one: 'move', other: 'moves' })}`

export const en = {
  ...commonEn,
  title: 'Treasure Island M3',

  level: (n: number) => `Level ${n}`,
  moves: 'Moves',
  movesCount: moves,
  score: 'Score',
  points,
  goals: 'Goals',
  goalLeft: (name: string, left: number) => (left > 0 ? `${name}: ${left} to go` : `${name}: done`),
  starsEarned: (n: number) => `${n} of 3 ${count(n, { one: 'star', other: 'stars' })}`,

  tools: 'Helpers',
  hint: 'Hint',
  hintLabel: (n: number) => `Hint, ${n} left`,
  bomb: 'Bomb',
  bombLabel: (n: number) => `Coconut bomb, ${n} left`,
  moreMoves: '+5 moves',
  moreMovesLabel: (n: number) => `+5 moves, ${n} left`,
  levels: 'Levels',

  boardLabel: (columns: number, rows: number) => `Board, ${columns} by ${rows}`,
  boardHelp: 'Arrows move, Space picks a piece and then its neighbour to swap with, Escape lets go.',
  cell: (row: number, column: number, what: string) => `${what}, row ${row}, column ${column}`,
  picked: (what: string) => `${what} picked. Pick a neighbour.`,
  noMatch: 'No match, the pieces went back',
  turnDone: (cleared: number, gained: number, left: number) =>
    `${cleared} cleared, ${points(gained)}. ${moves(left)} left.`,
  chain: (n: number) => `Chain ×${n}`,
  shuffled: 'No moves were left: the tide shuffled the board',
  aim: 'Choose where the coconut bomb falls',
  aimOff: 'The bomb stays in the bag',
  hintIs: (first: string, second: string) => `Try to swap: ${first}, with ${second}`,
  movesAdded: 'Five more moves',

  pieces: {
    shell: 'Shell',
    coconut: 'Coconut',
    starfish: 'Starfish',
    pearl: 'Pearl',
    leaf: 'Leaf',
    flower: 'Flower',
    sand: 'Sand',
    row: 'Surfboard across',
    column: 'Surfboard upright',
    bomb: 'Coconut bomb',
    rainbow: 'Rainbow shell',
  },
  inSand: (what: string) => `${what} on sand`,

  collect: 'Collect in this level',
  inMoves: (n: number) => `You have ${moves(n)}`,
  play: 'Play',
  goOn: 'Continue',
  next: 'Next level',
  again: 'Play again',
  tryAgain: 'Try again',
  resume: 'Resume',
  restart: 'Restart level',

  won: 'Level complete!',
  best: (n: number) => `Your best: ${points(n)}`,
  lost: 'Out of moves',
  lostHelp: 'So close! Five more moves may be all it takes.',
  useMoreMoves: (n: number) => `Use +5 moves (${n} left)`,

  howToLines: [
    'Swap two neighbours to line up three of a kind.',
    'Four in line make a surfboard: it sweeps a row or a column.',
    'An L or a T makes a coconut bomb.',
    'Five in line make a rainbow shell: it takes all of one kind.',
    'Swap a special with any neighbour to set it off, or with another special for a bigger effect.',
    'Clear pieces on sand to dig it up.',
  ],

  chooseLevel: 'Choose a level',
  levelLabel: (n: number, stars: number) => `Level ${n}, ${stars} of 3 stars`,
  levelLocked: (n: number) => `Level ${n}, not open yet`,
  levelOpen: (n: number) => `Level ${n}, not finished yet`,

  items: {
    'islandm3-hints': { title: 'Hint pack', what: 'Five hints: each shows the best move on the board.' },
    'islandm3-boosters': {
      title: 'Boosters',
      what: 'Three coconut bombs: drop one anywhere without using a move.',
    },
    'islandm3-chest': {
      title: 'Treasure chest',
      what: 'Five hints, three coconut bombs and five extra moves.',
    },
  },
  shopIntro: 'A little help for hard levels',
  shopLoading: 'Unpacking the goods…',
  bought: (item: string) => `${item} is yours!`,
  restored: (item: string) => `${item} from an earlier purchase is yours!`,
  have: (hints: number, bombs: number, packs: number) =>
    `You have: hints ${hints}, bombs ${bombs}, +5 moves ${packs}`,
}

export type Messages = typeof en
