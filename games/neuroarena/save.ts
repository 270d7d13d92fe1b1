import type { Granting, SaveKind } from '../kit/save-store.ts'
import type { Bag } from './shop/grants.ts'

/** Everything a player has in this game, kept in this browser under the player's own key. */
export interface Save extends Granting {
  readonly version: 1
  readonly bestScore: number
  readonly bestWave: number
  readonly runs: number
  readonly bag: Bag
  /** Whether the drone wears the Aurora, when it is in the bag. */
  readonly wearsAurora: boolean
}

export const NEW_SAVE: Save = {
  version: 1,
  bestScore: 0,
  bestWave: 0,
  runs: 0,
  bag: { cells: 1, shields: 2, hasAurora: false },
  wearsAurora: true,
  grantedPurchases: [],
}

/** The save with the best of what it had and what this run has reached; safe to repeat. */
export function withReached(save: Save, { score, wave }: { score: number; wave: number }): Save {
  return {
    ...save,
    bestScore: Math.max(save.bestScore, score),
    bestWave: Math.max(save.bestWave, wave),
  }
}

/** @returns null when there is nothing of it to spend. */
export function spend(save: Save, kind: 'cells' | 'shields'): Save | null {
  const left = save.bag[kind] - 1
  return left < 0 ? null : { ...save, bag: { ...save.bag, [kind]: left } }
}

export const saves: SaveKind<Save> = {
  game: 'neuroarena',
  fresh: NEW_SAVE,
  read(text) {
    const stored = text as Partial<Save>
    const isOurs =
      stored.version === 1 && Array.isArray(stored.grantedPurchases) && typeof stored.bag === 'object'
    return isOurs ? { ...NEW_SAVE, ...stored, bag: { ...NEW_SAVE.bag, ...stored.bag } } : null
  },
  /** A guest who signs in keeps the record; the bag stays with the account: what was bought belongs to who bought it. */
  carryOver(guest, account) {
    if (guest.runs === 0) return account
    const carried = withReached(account, { score: guest.bestScore, wave: guest.bestWave })
    return { ...carried, runs: account.runs + guest.runs }
  },
}
