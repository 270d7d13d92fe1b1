import { addChanges, type SaveBase, type SaveFormat, uniteLists } from '../kit/player-saves.ts'

export interface Save extends SaveBase {
  readonly chips: number
  readonly mostChips: number
  readonly rounds: number
  readonly hasVelvet: boolean
}

/** The house gives as many to a player who has none left. */
export const FREE_CHIPS = 100

export const NEW_SAVE: Save = {
  version: 1,
  chips: FREE_CHIPS,
  mostChips: FREE_CHIPS,
  rounds: 0,
  hasVelvet: false,
  grantedPurchases: [],
}

export function withChips(save: Save, chips: number): Save {
  return { ...save, chips, mostChips: Math.max(save.mostChips, chips) }
}

export const saves: SaveFormat<Save> = {
  game: 'nightcity',
  fresh: NEW_SAVE,
  read: (stored) => (typeof stored.chips === 'number' ? stored : null),
  /** The record is merged. Chips are not: bought ones belong to the account, and a guest's were free. */
  carryOver(guest, account) {
    if (guest.rounds === 0) return account
    const mostChips = Math.max(guest.mostChips, account.mostChips)
    return { ...account, mostChips, rounds: account.rounds + guest.rounds }
  },
  join(mine, theirs, base) {
    return {
      ...mine,
      chips: addChanges(mine.chips, theirs.chips, base.chips),
      mostChips: Math.max(mine.mostChips, theirs.mostChips),
      rounds: addChanges(mine.rounds, theirs.rounds, base.rounds),
      hasVelvet: mine.hasVelvet || theirs.hasVelvet,
      grantedPurchases: uniteLists(mine.grantedPurchases, theirs.grantedPurchases),
    }
  },
}
