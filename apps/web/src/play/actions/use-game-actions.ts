import type { ProjectConfig } from '@playhub/contract'
import { isRecognisedLanguage } from '@playhub/contract/languages'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { loginUrlFor } from '../../accounts/login/player-pages.ts'
import { keepSendingScores } from '../../leaderboards/queued-scores.ts'
import { navigate } from '../../lib/browser/navigation.ts'
import { tabStore } from '../../lib/browser/storage.ts'
import { saveLanguage } from '../../lib/context/hub-context.ts'
import { showErrorToast } from '../../lib/feedback/load.ts'
import { urlInLanguage } from '../../lib/language/language.ts'
import { currentLanguage } from '../../lib/language/messages.ts'
import { isLoggedIn, knownPlayer, signOut } from '../../lib/player/player.ts'
import { changeCurrentPlay } from '../bar/current-play.ts'
import type { GameHost } from '../bridge/game-host.ts'
import { type GameHostActions, GameRefusal } from '../bridge/game-host-actions.ts'
import { readPaymentId } from '../bridge/legacy-messages.ts'
import { showUnkept } from '../health/unkept-bar.tsx'
import type { GameSaves } from '../saves/game-saves.ts'
import { toLaunchUrl } from '../start/start-play.ts'
import { celebrate } from './celebrate.ts'
import { takeDeferredPurchase } from './deferred-purchase.ts'
import { fetchGameToken, leaveToLogin, playerForGame, userAuthForGame } from './game-player.ts'
import { createGameScores } from './game-scores.ts'
import { createGameShop, type GameShop } from './game-shop.ts'
import { listHubGames } from './hub-games.ts'
import type { AskNewPrice } from './price-question.tsx'
import { createPurchaseFlow, type PurchaseFlow } from './purchase-flow.ts'
import type { ShowPayment } from './use-payment-overlay.ts'

const loginRequestKey = 'playhub-game-login-request'

/** Implements a game's requests in the hub. */
export function useGameActions(options: {
  project: string
  config: ProjectConfig | undefined
  showPayment: ShowPayment
  askNewPrice: AskNewPrice
  host: RefObject<GameHost | null>
  saves: GameSaves
  prepareBreak: GameHostActions['prepareBreak']
  openLink: GameHostActions['openLink']
  /** Null until the play has begun. */
  playId: string | null
  /** The saves are open, so a purchase left for a login may go on. */
  isStarted: boolean
  /** Restores the frame removed for a payment. */
  restoreFrame(): void
}): GameHostActions {
  const { project, showPayment, askNewPrice, host, saves } = options
  const { prepareBreak, openLink, isStarted, restoreFrame } = options
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const { shop, purchases } = useMemo(() => {
    const shop = createGameShop(project, () => latest.current.config)
    const purchases = createPurchaseFlow({
      project,
      shop,
      showPayment,
      askNewPrice,
      host: () => host.current,
      restoreFrame,
    })
    return { shop, purchases }
  }, [project, showPayment, askNewPrice, host, restoreFrame])
  useEffect(() => purchases.stop, [purchases])
  useEffect(() => keepSendingScores(project), [project])
  useEffect(() => {
    if (isStarted) void resumePurchase(project, purchases).finally(restoreFrame)
  }, [isStarted, project, purchases, restoreFrame])
  return useMemo(() => {
    const scores = createGameScores({ project, playId: () => latest.current.playId })
    return { ...createActions(project, shop, purchases, saves), prepareBreak, openLink, scores }
  }, [project, shop, purchases, saves, prepareBreak, openLink])
}

function createActions(
  project: string,
  shop: GameShop,
  purchases: PurchaseFlow,
  saves: GameSaves,
): Omit<GameHostActions, 'scores' | 'prepareBreak' | 'openLink'> {
  return {
    getPlayer: async () => playerForGame(await knownPlayer()),
    signIn: async () => {
      if (!isLoggedIn()) {
        expectConnection()
        await leaveToLogin()
      }
      return playerForGame()
    },
    signOut: async () => {
      await signOut()
      return playerForGame()
    },
    getCatalog: () => shop.catalog(currentLanguage()),
    purchase: purchases.buy,
    getPurchases: shop.purchases,
    claimGift: shop.claimGift,
    consumePurchase: shop.consume,
    getToken: () => fetchGameToken(project),
    setSave: saves.set,
    listSaves: saves.list,
    onStorage: saves.setStorage,
    onUnkept: () => showUnkept(project, saves),
    onSdk: saves.setMergedByGame,
    openSupport: () => {
      expectConnection()
      navigate(isLoggedIn() ? '/transactions/help' : loginUrlFor('support'))
    },
    getResumedPurchase: purchases.getResumedPurchase,
    onShown: purchases.onShown,
    onGameplay: () => undefined,
    celebrate,
    track: () => undefined,
    leave: () => navigate(location.pathname, { replace: true }),
    getGames: listHubGames,
    onProgress: () => undefined,
    getShareLink: (launchParams) => toLaunchUrl(location.pathname, launchParams),
    setInvite: (launchParams) => changeCurrentPlay({ invite: launchParams ?? {} }),
    setContext: (context) => changeCurrentPlay({ context }),
    changeLanguage,
    openPayment: async (values) => {
      const paymentId = readPaymentId(values)
      if (paymentId) await purchases.payFor(paymentId)
    },
    onPaymentOpenError: () => showErrorToast('PAYMENT_OPEN_ERROR'),
    keepLoginRequest: () => tabStore.set(loginRequestKey, project),
    takeLoginRequest: () => {
      const isForGame = tabStore.get(loginRequestKey) === project
      if (isForGame) tabStore.remove(loginRequestKey)
      return isForGame
    },
    getUserAuth: () => userAuthForGame(project),
  }
}

/** The game would be unloaded for nothing. */
function expectConnection(): void {
  if (!navigator.onLine) throw new GameRefusal('OFFLINE')
}

/** Continues a purchase left for a login, before the game's frame is made. */
async function resumePurchase(project: string, purchases: PurchaseFlow): Promise<void> {
  const intent = takeDeferredPurchase(project)
  if (!intent) return
  try {
    await purchases.resume(intent)
  } catch (error) {
    if (!(error instanceof GameRefusal)) console.error('A deferred purchase failed', error)
  }
}

function changeLanguage(language: string): void {
  if (!isRecognisedLanguage(language)) return
  saveLanguage(language)
  navigate(urlInLanguage(location.pathname, location.search, language), { replace: true })
}
