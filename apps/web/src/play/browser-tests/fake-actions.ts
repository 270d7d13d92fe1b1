import type { Player, PurchaseOutcome } from '@playhub/contract/bridge'
import { type GameHostActions, GameRefusal } from '../bridge/game-host-actions.ts'

const guest: Player = { id: null, name: 'Guest', isGuest: true }
const anna: Player = { id: 'player-1', name: 'Anna', isGuest: false }

/** A hub's actions that remember how they were called; a test decides how a purchase ends. */
export function scriptedActions() {
  const calls: unknown[][] = []
  let player = anna
  let answerPurchase: (outcome: PurchaseOutcome) => void = () => {}

  const note =
    <A extends unknown[], R>(name: string, answer: (...args: A) => R) =>
    (...args: A): R => {
      calls.push([name, ...args])
      return answer(...args)
    }

  const become = async (next: Player): Promise<Player> => {
    player = next
    return player
  }

  const actions: GameHostActions = {
    getPlayer: note('getPlayer', () => player),
    signIn: note('signIn', () => become(anna)),
    signOut: note('signOut', () => become(guest)),
    getCatalog: note('getCatalog', async () => []),
    purchase: note('purchase', (_itemId: string) => {
      return new Promise<PurchaseOutcome>((resolve) => {
        answerPurchase = resolve
      })
    }),
    getPurchases: note('getPurchases', async () => {
      throw new Error('The database said something private')
    }),
    consumePurchase: note('consumePurchase', async (id: string) => ({ id, alreadyConsumed: false })),
    getToken: note('getToken', async () => {
      throw new GameRefusal('NOT_SIGNED_IN', 'Guests have no token')
    }),
    openSupport: note('openSupport', () => {}),
    onReady: note('onReady', () => {}),
    onGameplay: note('onGameplay', () => {}),
    changeLanguage: note('changeLanguage', () => {}),
    openPayment: note('openPayment', () => {}),
    onPaymentOpenError: note('onPaymentOpenError', () => {}),
    getUserAuth: note('getUserAuth', () => ({
      jwt: 'a-game-token',
      userId: player.id ?? '',
      nickName: player.name,
      currentAuthType: player.isGuest ? ('guest' as const) : ('mail' as const),
      session: '',
    })),
  }
  return { actions, calls, answerPurchase: (outcome: PurchaseOutcome) => answerPurchase(outcome) }
}
