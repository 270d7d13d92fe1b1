/** The hub of the browser tests: a real host over scripted actions, driven through `window.hub`. */
import type { Player, PurchaseOutcome } from '@playhub/contract/bridge'
import { createGameHost, type GameHost, type GameHostActions, GameRefusal } from '../index.ts'

const guest: Player = { id: null, name: 'Guest', isGuest: true }
const anna: Player = { id: 'player-1', name: 'Anna', isGuest: false }

const calls: unknown[][] = []
let player = anna
let answerPurchase: (outcome: PurchaseOutcome) => void = () => {}
let host: GameHost | undefined

const note =
  <A extends unknown[], R>(name: string, answer: (...args: A) => R) =>
  (...args: A): R => {
    calls.push([name, ...args])
    return answer(...args)
  }

const actions: GameHostActions = {
  getPlayer: note('getPlayer', () => player),
  signIn: note('signIn', async () => {
    player = anna
    return player
  }),
  signOut: note('signOut', async () => {
    player = guest
    return player
  }),
  getCatalog: note('getCatalog', async () => []),
  purchase: note(
    'purchase',
    (_itemId: string) => new Promise<PurchaseOutcome>((resolve) => (answerPurchase = resolve)),
  ),
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

/** Puts a frame with the fixed id on the page and starts a host for it, as `GameFrame` does. */
function open(url: string, origins: string[]): void {
  const frame = document.createElement('iframe')
  frame.id = 'game-frame'
  frame.src = url
  document.body.append(frame)
  host = createGameHost({
    frame,
    origins,
    project: { id: 'islandm3', name: 'Island' },
    language: 'en',
    actions,
  })
}

const hub = {
  calls,
  open,
  host: () => host,
  answerPurchase: (outcome: PurchaseOutcome) => answerPurchase(outcome),
}
export type TestHub = typeof hub
Object.assign(window, { hub })
