import { pick, type Rng } from '../../kit/rng.ts'
import type { Level } from './buildings.ts'
import { countFamilies, type Town, type Turn } from './town.ts'

export const PEOPLE = ['baker', 'grandmother', 'postman', 'girl'] as const
export type Person = (typeof PEOPLE)[number]

/**
 * The kind decides what `goal` and `have` count: buildings, families, merges from four up, chains or coins.
 */
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
  /** True when the reward includes a crew. */
  readonly hasCrew: boolean
}

type QuestTemplate = [wish: Wish, goal: number]

const build = (level: Level, goal: number): QuestTemplate => [{ kind: 'build', level }, goal]

/** Ordered; each introduces one idea. */
const FIRST: readonly QuestTemplate[] = [
  build(2, 1),
  build(2, 3),
  build(3, 1),
  [{ kind: 'together' }, 1],
  build(3, 2),
  [{ kind: 'families' }, 12],
]

const LATER: readonly QuestTemplate[] = [
  build(2, 6),
  build(3, 3),
  build(4, 1),
  [{ kind: 'families' }, 20],
  [{ kind: 'together' }, 2],
  [{ kind: 'chain' }, 2],
  [{ kind: 'earn' }, 90],
]
const GRAND: readonly QuestTemplate[] = [
  build(5, 1),
  build(4, 2),
  [{ kind: 'families' }, 40],
  [{ kind: 'earn' }, 200],
]
const GRAND_AFTER = 12
const CREW_EVERY = 4

/**
 * @param done    Quests done before.
 * @param before  The last quest; the next one has another kind.
 */
export function nextQuest(done: number, rng: Rng, before?: Quest): Quest {
  const later = done >= GRAND_AFTER ? [...LATER, ...GRAND] : LATER
  const others = later.filter(([wish]) => wish.kind !== before?.wish.kind)
  const [wish, goal] = FIRST[done] ?? pick(rng, others)
  const from = PEOPLE[done % PEOPLE.length] ?? 'baker'
  return { from, wish, goal, have: 0, reward: 30 + 5 * Math.min(done, 14), hasCrew: done % CREW_EVERY === 3 }
}

/** Counts a turn towards the quest. */
export const advance = (quest: Quest, before: Town, turn: Turn): Quest => ({
  ...quest,
  have: Math.min(quest.goal, quest.have + gained(quest.wish, before, turn)),
})

function gained(wish: Wish, before: Town, { town, merges }: Turn): number {
  switch (wish.kind) {
    case 'build':
      return merges.filter(({ level }) => level === wish.level).length
    case 'families':
      return Math.max(0, countFamilies(town) - countFamilies(before))
    case 'together':
      return merges.filter(({ from }) => from.length > 3).length
    case 'chain':
      return merges.length > 1 ? 1 : 0
    case 'earn':
      return merges.reduce((sum, { coins }) => sum + coins, 0)
  }
}

export const isDone = ({ have, goal }: Quest): boolean => have >= goal
