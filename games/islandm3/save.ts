import type { Round } from './core/round.ts'
import type { Granting } from './shop/grants.ts'

/** Everything a player has in this game, kept in this browser under the player's own key. */
export interface Save extends Granting {
  readonly version: 1
  /** The highest level that is open. */
  readonly reached: number
  readonly results: Readonly<Record<number, { readonly stars: number; readonly score: number }>>
  /** The round in progress, so that a reload loses no move. */
  readonly round: Round | null
}

export const NEW_SAVE: Save = {
  version: 1,
  reached: 1,
  results: {},
  round: null,
  bag: { hints: 3, bombs: 1, movePacks: 0 },
  grantedPurchases: [],
}

export interface SaveStore {
  load(playerId: string | null): Save
  /** False when this browser keeps nothing (a frame without storage): then the save lives as long as the page. */
  keep(playerId: string | null, save: Save): boolean
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

const keyOf = (playerId: string | null) => `islandm3:${playerId ?? 'guest'}`

function parse(text: string | null): Save | null {
  if (!text) return null
  const stored = JSON.parse(text) as Partial<Save>
  const isOurs =
    stored.version === 1 && Array.isArray(stored.grantedPurchases) && typeof stored.bag === 'object'
  return isOurs ? { ...NEW_SAVE, ...stored } : null
}

/** @param storage  The browser's local storage; even touching it may throw, hence a function. */
export function createSaveStore(storage: () => Storage): SaveStore {
  const inMemory = new Map<string, Save>()
  return {
    load(playerId) {
      const key = keyOf(playerId)
      try {
        return parse(storage().getItem(key)) ?? inMemory.get(key) ?? NEW_SAVE
      } catch {
        return inMemory.get(key) ?? NEW_SAVE // blocked storage, or a save that cannot be read
      }
    },
    keep(playerId, save) {
      inMemory.set(keyOf(playerId), save)
      try {
        storage().setItem(keyOf(playerId), JSON.stringify(save))
        return true
      } catch {
        return false
      }
    },
  }
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

const isFresh = ({ reached, round, results }: Save) =>
  reached === 1 && round === null && Object.keys(results).length === 0

/**
 * A guest who signs in keeps what was played, unless the account has played here before. The bag stays with the
 * account: what was bought belongs to who bought it.
 */
export function carryOver(guest: Save, account: Save): Save {
  if (isFresh(guest) || !isFresh(account)) return account
  return { ...guest, bag: account.bag, grantedPurchases: account.grantedPurchases }
}
