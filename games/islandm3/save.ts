import { addChanges, type SaveBase, type SaveFormat, uniteLists } from '../kit/player-saves.ts'
import { countStars, getOutcome, type Round } from './core/round.ts'

/** The player's boosters. */
export interface Bag {
  readonly hints: number
  readonly bombs: number
  /** A pack is `MOVES_IN_PACK` moves. */
  readonly movePacks: number
}

export interface Save extends SaveBase {
  /** The highest open level. */
  readonly reached: number
  readonly results: Readonly<Record<number, { readonly stars: number; readonly score: number }>>
  /** The round in progress, so a reload loses no move. */
  readonly round: Round | null
  readonly bag: Bag
}

export const NEW_SAVE: Save = {
  version: 1,
  reached: 1,
  results: {},
  round: null,
  bag: { hints: 3, bombs: 1, movePacks: 0 },
  grantedPurchases: [],
}

/** Records a won level, keeping the best stars and score, and opens the next level. */
export function withResult(save: Save, level: number, stars: number, score: number): Save {
  const before = save.results[level]
  const result = { stars: Math.max(stars, before?.stars ?? 0), score: Math.max(score, before?.score ?? 0) }
  return {
    ...save,
    round: null,
    reached: Math.max(save.reached, level + 1),
    results: { ...save.results, [level]: result },
  }
}

/** Saves a round: a won one as a result, any other one to be continued. */
export function withRound(save: Save, round: Round): Save {
  if (getOutcome(round) !== 'won') return { ...save, round }
  return withResult(save, round.level.number, countStars(round), round.score)
}

const isUnplayed = ({ reached, round, results }: Save) =>
  reached === 1 && round === null && Object.keys(results).length === 0

export const saves: SaveFormat<Save> = {
  game: 'islandm3',
  fresh: NEW_SAVE,
  read: (stored) => (typeof stored.bag === 'object' ? stored : null),
  /** Progress moves into an empty account. The bag does not: bought items belong to the account. */
  carryOver(guest, account) {
    if (isUnplayed(guest) || !isUnplayed(account)) return account
    return { ...guest, bag: account.bag, grantedPurchases: account.grantedPurchases }
  },
  join(mine, theirs, base) {
    const results = { ...theirs.results }
    for (const [level, { stars, score }] of Object.entries(mine.results)) {
      const other = results[Number(level)]
      results[Number(level)] = {
        stars: Math.max(stars, other?.stars ?? 0),
        score: Math.max(score, other?.score ?? 0),
      }
    }
    const count = (kind: keyof Bag) => addChanges(mine.bag[kind], theirs.bag[kind], base.bag[kind])
    return {
      ...mine,
      results,
      reached: Math.max(mine.reached, theirs.reached),
      bag: { hints: count('hints'), bombs: count('bombs'), movePacks: count('movePacks') },
      grantedPurchases: uniteLists(mine.grantedPurchases, theirs.grantedPurchases),
    }
  },
}
