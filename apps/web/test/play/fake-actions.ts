import type { Player, PurchaseOutcome } from '@playhub/contract/bridge'
import { type GameHostActions, GameRefusal, type ShowBreak } from '../../src/play/bridge/game-host-actions.ts'

const guest: Player = { id: null, name: 'Guest', isGuest: true }
const anna: Player = { id: 'player-1', name: 'Anna', isGuest: false }

/** Actions recording their calls. A purchase stays open until the test ends it. */
export function createFakeActions() {
  const calls: unknown[][] = []
  let player = anna
  let hasLoginRequest = false
  let answerPurchase: (outcome: PurchaseOutcome) => void = () => {}
  let onSignOut = () => {}
  let showBreak: ShowBreak | null = null
  let openPayment: () => void | Promise<void> = () => {}

  const recorded =
    <A extends unknown[], R>(name: string, response: (...args: A) => R) =>
    (...args: A): R => {
      calls.push([name, ...args])
      return response(...args)
    }

  const switchPlayer = async (next: Player): Promise<Player> => {
    player = next
    return player
  }

  const actions: GameHostActions = {
    getPlayer: recorded('getPlayer', () => player),
    signIn: recorded('signIn', () => switchPlayer(anna)),
    signOut: recorded('signOut', async () => {
      const player = await switchPlayer(guest)
      onSignOut()
      return player
    }),
    getCatalog: recorded('getCatalog', async () => []),
    purchase: recorded('purchase', (_itemId: string, _code?: string) => {
      return new Promise<PurchaseOutcome>((resolve) => {
        answerPurchase = resolve
      })
    }),
    getResumedPurchase: () => undefined,
    getPurchases: recorded('getPurchases', async () => {
      throw new Error('The database said something private')
    }),
    claimGift: recorded('claimGift', async () => []),
    consumePurchase: recorded('consumePurchase', async (id: string) => ({ id, alreadyConsumed: false })),
    getToken: recorded('getToken', async () => {
      throw new GameRefusal('NOT_SIGNED_IN', 'Guests have no token')
    }),
    setSave: recorded('setSave', async ({ version }) => ({ state: 'saved' as const, version: version + 1 })),
    listSaves: recorded('listSaves', async () => ({})),
    onStorage: () => {},
    onUnkept: recorded('onUnkept', () => undefined),
    onSdk: () => {},
    openSupport: recorded('openSupport', () => {}),
    openLink: recorded('openLink', async () => {}),
    setInvite: recorded('setInvite', () => {}),
    setContext: recorded('setContext', () => {}),
    prepareBreak: recorded('prepareBreak', async () => showBreak),
    onProgress: recorded('onProgress', (_ratio: number) => undefined),
    getShareLink: recorded('getShareLink', () => 'https://play.example/games/en/islandm3'),
    scores: {
      'scores.submit': recorded('scores.submit', async ({ score }: { score: number }) => ({
        best: score,
        isNewBest: true,
        rank: { all: 1 },
      })),
      'scores.top': recorded('scores.top', async () => []),
      'scores.around': recorded('scores.around', async () => []),
      'achievements.progress': recorded('achievements.progress', async () => {
        throw new GameRefusal('ACHIEVEMENT_NOT_FOUND')
      }),
      'achievements.list': recorded('achievements.list', async () => []),
    },
    onShown: () => {},
    celebrate: recorded('celebrate', () => {}),
    track: recorded('track', (_name: string, _value?: number) => {}),
    leave: recorded('leave', () => {}),
    getGames: recorded('getGames', async () => ({ url: 'https://play.example/games/en/', games: [] })),
    onGameplay: recorded('onGameplay', () => {}),
    changeLanguage: recorded('changeLanguage', () => {}),
    openPayment: recorded('openPayment', () => openPayment()),
    onPaymentOpenError: recorded('onPaymentOpenError', () => {}),
    keepLoginRequest: recorded('keepLoginRequest', () => {
      hasLoginRequest = true
    }),
    takeLoginRequest: () => {
      const had = hasLoginRequest
      hasLoginRequest = false
      return had
    },
    getUserAuth: recorded('getUserAuth', () => ({
      jwt: 'a-game-token',
      userId: player.id ?? '',
      nickName: player.name,
      currentAuthType: player.isGuest ? ('guest' as const) : ('mail' as const),
      session: '',
    })),
  }
  return {
    actions,
    calls,
    answerPurchase: (outcome: PurchaseOutcome) => answerPurchase(outcome),
    keepPaymentsOpen() {
      openPayment = () => new Promise(() => {})
    },
    /** @param show  Null: there is none now. */
    offerBreak(show: ShowBreak | null) {
      showBreak = show
    },
    whenSigningOut(listener: () => void) {
      onSignOut = listener
    },
  }
}
