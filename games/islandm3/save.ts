import type { Granting, SaveKind } from '../kit/save-store.ts'
import { outcomeOf, type Round, starsOf } from './core/round.ts'
import type { Bag } from './shop/grants.ts'

/** Everything a player has in this game, kept in this browser under the player's own key. */
export interface Save extends Granting {
  readonly version: 1
  /** The highest level that is open. */
  readonly reached: number
  readonly results: Readonly<Record<number, { readonly stars: number; readonly score: number }>>
  /** The round in progress, so that a reload loses no move. */
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

/** The save with this round put away: a won one as a result, another one to be taken up again. */
export function withRound(save: Save, round: Round): Save {
  if (outcomeOf(round) !== 'won') return { ...save, round }
  return withResult(save, round.level.number, starsOf(round), round.score)
}

const isFresh = ({ reached, round, results }: Save) =>
  reached === 1 && round === null && Object.keys(results).length === 0

export const saves: SaveKind<Save> = {
  game: 'islandm3',
  fresh: NEW_SAVE,
  read(text) {
    const stored = text as Partial<Save>
    const isOurs =
      stored.version === 1 && Array.isArray(stored.grantedPurchases) && typeof stored.bag === 'object'
    return isOurs ? { ...NEW_SAVE, ...stored } : null
  },
  /**
   * A guest who signs in keeps what was played, unless the account has played here before. The bag stays with the
   * account: what was bought belongs to who bought it.
   */
  carryOver(guest, account) {
    if (isFresh(guest) || !isFresh(account)) return account
    return { ...guest, bag: account.bag, grantedPurchases: account.grantedPurchases }
  },
}
