import { pick, type Rng } from '../../kit/rng.ts'
import type { Level } from './buildings.ts'
import { familiesOf, type Town, type Turn } from './town.ts'

export const PEOPLE = ['baker', 'grandmother', 'postman', 'girl'] as const
export type Person = (typeof PEOPLE)[number]

/** What a townsperson asks for. `goal` and `have` count buildings, families, big merges, chains or coins. */
export type Wish =
  | { readonly kind: 'build'; readonly level: Level }
  | { readonly kind: 'families' | 'together' | 'chain' | 'earn' }

export interface Quest {
  readonly from: Person
  readonly wish: Wish
  readonly goal: number
  readonly have: number
  /** Coins. */
  readonly reward: number
  /** A crew comes along with the coins. */
  readonly hasCrew: boolean
}

type Asked = [wish: Wish, goal: number]

const build = (level: Level, goal: number): Asked => [{ kind: 'build', level }, goal]

/** The first quests teach the game, one idea each. */
const FIRST: readonly Asked[] = [
  build(2, 1),
  build(2, 3),
  build(3, 1),
  [{ kind: 'together' }, 1],
  build(3, 2),
  [{ kind: 'families' }, 12],
]

/** Each takes a minute or so; later ones a little longer. */
const LATER: readonly Asked[] = [
  build(2, 6),
  build(3, 3),
  build(4, 1),
  [{ kind: 'families' }, 20],
  [{ kind: 'together' }, 2],
  [{ kind: 'chain' }, 2],
  [{ kind: 'earn' }, 90],
]
const GRAND: readonly Asked[] = [
  build(5, 1),
  build(4, 2),
  [{ kind: 'families' }, 40],
  [{ kind: 'earn' }, 200],
]
const GRAND_AFTER = 12
const CREW_EVERY = 4

/**
 * The quest after so many others.
 * @param before  The quest just done: nobody asks twice in a row, nor for the same thing.
 */
export function nextQuest(done: number, rng: Rng, before?: Quest): Quest {
  const later = done >= GRAND_AFTER ? [...LATER, ...GRAND] : LATER
  const others = later.filter(([wish]) => wish.kind !== before?.wish.kind)
  const [wish, goal] = FIRST[done] ?? pick(rng, others)
  const from = PEOPLE[done % PEOPLE.length] ?? 'baker'
  return { from, wish, goal, have: 0, reward: 30 + 5 * Math.min(done, 14), hasCrew: done % CREW_EVERY === 3 }
}

function gained(wish: Wish, before: Town, { town, merges }: Turn): number {
  switch (wish.kind) {
    case 'build':
      return merges.filter(({ level }) => level === wish.level).length
    case 'families':
      return Math.max(0, familiesOf(town) - familiesOf(before))
    case 'together':
      return merges.filter(({ from }) => from.length > 3).length
    case 'chain':
      return merges.length > 1 ? 1 : 0
    case 'earn':
      return merges.reduce((sum, { coins }) => sum + coins, 0)
  }
}

/** The quest after a turn; `have` never passes the goal. */
export const advance = (quest: Quest, before: Town, turn: Turn): Quest => ({
  ...quest,
  have: Math.min(quest.goal, quest.have + gained(quest.wish, before, turn)),
})

export const isDone = ({ have, goal }: Quest): boolean => have >= goal
