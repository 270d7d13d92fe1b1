import type { Granting, SaveKind } from '../kit/save-store.ts'
import { newPlay, type Play } from './core/play.ts'
import { PLOTS } from './core/town.ts'

/** Everything a player has in this game, kept in this browser under the player's own key. */
export interface Save extends Granting {
  readonly version: 1
  readonly play: Play
  /** Whether the player has seen how one plays. */
  readonly isWelcomed: boolean
}

export const newSave = (seed: number): Save => ({
  version: 1,
  play: newPlay(seed),
  isWelcomed: false,
  grantedPurchases: [],
})

const isFresh = ({ play }: Save) => play.deliveries === 0 && play.questsDone === 0

/** @param seed  What a new game begins with. */
export function savesFrom(seed: number): SaveKind<Save> {
  const fresh = newSave(seed)
  return {
    game: 'familytown',
    fresh,
    read(text) {
      const stored = text as Partial<Save>
      const isOurs =
        stored.version === 1 &&
        Array.isArray(stored.grantedPurchases) &&
        stored.play?.town.length === PLOTS.length
      return isOurs ? { ...fresh, ...stored } : null
    },
    /**
     * A guest who signs in keeps the town, unless the account has one. What the account bought before it ever played
     * comes on top: it belongs to who bought it.
     */
    carryOver(guest, account) {
      if (isFresh(guest) || !isFresh(account)) return account
      const coins = guest.play.coins + account.play.coins - fresh.play.coins
      const crews = guest.play.crews + account.play.crews - fresh.play.crews
      return { ...guest, play: { ...guest.play, coins, crews }, grantedPurchases: account.grantedPurchases }
    },
  }
}
