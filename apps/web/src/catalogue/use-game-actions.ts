import type { Game } from '@playhub/contract'
import { isRecognisedLanguage } from '@playhub/contract/languages'
import { useMemo } from 'react'
import { call } from '../lib/api.ts'
import { addressInLanguage } from '../lib/language.ts'
import { showTrouble } from '../lib/load.ts'
import { navigate } from '../lib/navigation.ts'
import { currentPlayer, signOut } from '../lib/player.ts'
import { currentLanguage } from '../lib/texts.ts'
import { type GameHostActions, GameRefusal } from '../play/index.ts'
import { playerForGame } from './game-player.ts'
import { itemForGame } from './item-words.ts'

/** What a game may ask of the hub. */
export function useGameActions({ project }: Game): GameHostActions {
  return useMemo(() => createGameActions(project), [project])
}

const player = () => playerForGame(currentPlayer())
const notYet = () => Promise.reject(new GameRefusal('NOT_AVAILABLE'))

function createGameActions(project: string): GameHostActions {
  return {
    getPlayer: player,
    signIn: notYet,
    signOut: async () => {
      await signOut()
      return player()
    },
    getCatalog: async () => {
      const items = (await call('GET /control/get-prices', { query: { project } })).data.result
      return items.map((item) => itemForGame(item, currentLanguage()))
    },
    purchase: notYet,
    getPurchases: async () => (await call('GET /purchases', { query: { project } })).data.result,
    consumePurchase: async (id) => {
      const purchase = (await call('POST /purchases/{id}/consume', { params: { id } })).data.result
      return { id: purchase.id, alreadyConsumed: false }
    },
    getToken: notYet,
    openSupport: () => navigate('/transactions/help'),
    onReady: () => undefined,
    onGameplay: () => undefined,
    changeLanguage: (language) => {
      if (!isRecognisedLanguage(language)) return
      navigate(addressInLanguage(location.pathname, location.search, language), { replace: true })
    },
    openPayment: notYet,
    onPaymentOpenError: () => showTrouble('PAYMENT_OPEN_ERROR'),
    getUserAuth: () => ({ currentAuthType: 'guest', userId: '', nickName: '', jwt: '', session: '' }),
  }
}
