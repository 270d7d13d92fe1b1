import { addChanges, type SaveBase, type SaveFormat, uniteLists } from '../kit/player-saves.ts'

export interface Bag {
  /** Each revives the drone once. */
  readonly cells: number
  readonly shields: number
  readonly hasAurora: boolean
}

export interface Save extends SaveBase {
  readonly bestScore: number
  readonly bestWave: number
  readonly runs: number
  readonly bag: Bag
  /** True when an owned Aurora skin is on. */
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

/** Updates the records. Idempotent. */
export function withRecords(save: Save, { score, wave }: { score: number; wave: number }): Save {
  return {
    ...save,
    bestScore: Math.max(save.bestScore, score),
    bestWave: Math.max(save.bestWave, wave),
  }
}

/** @returns null when none is left. */
export function spend(save: Save, kind: 'cells' | 'shields'): Save | null {
  const left = save.bag[kind] - 1
  return left < 0 ? null : { ...save, bag: { ...save.bag, [kind]: left } }
}

export const saves: SaveFormat<Save> = {
  game: 'neuroarena',
  fresh: NEW_SAVE,
  read: (stored) =>
    typeof stored.bag === 'object' ? { ...stored, bag: { ...NEW_SAVE.bag, ...stored.bag } } : null,
  /** Records are merged. The bag is not: bought items belong to the account. */
  carryOver(guest, account) {
    if (guest.runs === 0) return account
    const merged = withRecords(account, { score: guest.bestScore, wave: guest.bestWave })
    return { ...merged, runs: account.runs + guest.runs }
  },
  join(mine, theirs, base) {
    const count = (kind: 'cells' | 'shields') => addChanges(mine.bag[kind], theirs.bag[kind], base.bag[kind])
    const hasAurora = mine.bag.hasAurora || theirs.bag.hasAurora
    return {
      ...withRecords(mine, { score: theirs.bestScore, wave: theirs.bestWave }),
      runs: addChanges(mine.runs, theirs.runs, base.runs),
      bag: { cells: count('cells'), shields: count('shields'), hasAurora },
      grantedPurchases: uniteLists(mine.grantedPurchases, theirs.grantedPurchases),
    }
  },
}
