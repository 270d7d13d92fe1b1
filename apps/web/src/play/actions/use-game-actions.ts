import type { ProjectConfig } from '@playhub/contract'
import { isRecognisedLanguage } from '@playhub/contract/languages'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { navigate } from '../../lib/browser/navigation.ts'
import { saveLanguage } from '../../lib/context/hub-context.ts'
import { showErrorToast } from '../../lib/feedback/load.ts'
import { addressInLanguage } from '../../lib/language/language.ts'
import { currentLanguage } from '../../lib/language/texts.ts'
import { isSignedIn, signOut } from '../../lib/player/player.ts'
import type { GameHost } from '../bridge/game-host.ts'
import { type GameHostActions, GameRefusal } from '../bridge/game-host-actions.ts'
import { takeWantedItem } from './deferred-purchase.ts'
import { playerForGame, userAuthForGame } from './game-player.ts'
import { createGameShop, type GameShop } from './game-shop.ts'
import { gameToken } from './game-token.ts'
import { leaveToSignIn } from './leave-to-sign-in.ts'
import { type Buying, createBuying } from './purchases.ts'
import type { AskToPay } from './use-payment-overlay.ts'

/** What a game may ask of the hub, carried out. */
export function useGameActions(options: {
  project: string
  config: ProjectConfig | undefined
  askToPay: AskToPay
  host: RefObject<GameHost | null>
}): GameHostActions {
  const { project, askToPay, host } = options
  const config = useRef(options.config)
  useEffect(() => {
    config.current = options.config
  })
  const { shop, buying } = useMemo(() => {
    const shop = createGameShop(project, () => config.current)
    return { shop, buying: createBuying({ project, shop, askToPay, host: () => host.current }) }
  }, [project, askToPay, host])
  useEffect(() => buying.stop, [buying])
  return useMemo(() => createActions(project, shop, buying, host), [project, shop, buying, host])
}

function createActions(
  project: string,
  shop: GameShop,
  buying: Buying,
  host: RefObject<GameHost | null>,
): GameHostActions {
  const onPaymentOpenError = () => showErrorToast('PAYMENT_OPEN_ERROR')
  return {
    getPlayer: () => playerForGame(),
    signIn: async () => {
      if (!isSignedIn()) await leaveToSignIn()
      return playerForGame()
    },
    signOut: async () => {
      await signOut()
      return playerForGame()
    },
    getCatalog: () => shop.catalog(currentLanguage()),
    purchase: buying.buy,
    getPurchases: shop.purchases,
    consumePurchase: shop.consume,
    getToken: () => gameToken(project),
    openSupport: () => navigate('/transactions/help'),
    onReady: () => void buyWanted(project, buying, host.current),
    onGameplay: () => undefined,
    changeLanguage,
    openPayment: async (values) => {
      const paymentId = values.paymentId ?? values.id
      if (paymentId) await buying.payFor(paymentId)
      else onPaymentOpenError()
    },
    onPaymentOpenError,
    getUserAuth: () => userAuthForGame(project),
  }
}

/** Goes on where a guest left off to sign in: the game has started anew and waits under the payment. */
async function buyWanted(project: string, buying: Buying, host: GameHost | null): Promise<void> {
  const itemId = takeWantedItem(project)
  if (!itemId || !isSignedIn()) return
  host?.pause()
  try {
    await buying.buy(itemId)
  } catch (error) {
    if (!(error instanceof GameRefusal)) console.error('What a guest wanted could not be bought', error)
  } finally {
    host?.resume()
  }
}

function changeLanguage(language: string): void {
  if (!isRecognisedLanguage(language)) return
  saveLanguage(language)
  navigate(addressInLanguage(location.pathname, location.search, language), { replace: true })
}
