import { addChanges, type SaveBase, type SaveFormat, uniteLists } from '../kit/player-saves.ts'
import { newPlay, type Play } from './core/play.ts'
import { PLOTS } from './core/town.ts'

export interface Save extends SaveBase {
  readonly play: Play
  /** True once the player has closed the introduction. */
  readonly isWelcomed: boolean
}

export const newSave = (seed: number): Save => ({
  version: 1,
  play: newPlay(seed),
  isWelcomed: false,
  grantedPurchases: [],
})

const isUnplayed = ({ play }: Save) => play.deliveries === 0 && play.questsDone === 0

/** @param seed  Seed for new games. */
export function createSaveFormat(seed: number): SaveFormat<Save> {
  const fresh = newSave(seed)
  return {
    game: 'familytown',
    fresh,
    read: (stored) => (stored.play?.town.length === PLOTS.length ? stored : null),
    /** The town moves into an empty account. Purchases from before its first game are added. */
    carryOver(guest, account) {
      if (isUnplayed(guest) || !isUnplayed(account)) return account
      const coins = guest.play.coins + account.play.coins - fresh.play.coins
      const crews = guest.play.crews + account.play.crews - fresh.play.crews
      return { ...guest, play: { ...guest.play, coins, crews }, grantedPurchases: account.grantedPurchases }
    },
    /** Two towns do not mix: the one with more deliveries stays, with the coins and crews of both. */
    join(mine, theirs, base) {
      const town = mine.play.deliveries < theirs.play.deliveries ? theirs : mine
      const coins = addChanges(mine.play.coins, theirs.play.coins, base.play.coins)
      const crews = addChanges(mine.play.crews, theirs.play.crews, base.play.crews)
      const grantedPurchases = uniteLists(mine.grantedPurchases, theirs.grantedPurchases)
      return { ...town, play: { ...town.play, coins, crews }, grantedPurchases }
    },
  }
}
