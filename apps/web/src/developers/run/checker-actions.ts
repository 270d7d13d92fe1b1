import type { Player } from '@playhub/contract/bridge'
import { type GameHostActions, GameRefusal } from '../../play/bridge/game-host-actions.ts'
import { readPaymentId } from '../../play/bridge/legacy-messages.ts'
import type { createCheckedSaves } from './checked-saves.ts'
import type { Measurements } from './measurements.ts'
import type { createRunLog } from './run-log.ts'
import type { createSandboxShop } from './sandbox-shop.ts'
import type { createUndeclared } from './undeclared.ts'

export const guest: Player = { id: null, name: 'Guest', isGuest: true }
export const tester: Player = { id: 'checker-player', name: 'Test Player', isGuest: false }

/** Changes by the game and the developer during a run. */
export type RunState = {
  player: Player
  language: string
  /** The purchase of the undelivered item. */
  redelivered: string | null
  /** The focus has been in the game. */
  hasInput: boolean
  /** The game has `mergeSave`. */
  mergesSaves: boolean
  /** The game has read its save by a portal's SDK since it started. */
  hasReadByPortal: boolean
}

type Options = {
  state: RunState
  measurements: Measurements
  shop: ReturnType<typeof createSandboxShop>
  saves: ReturnType<typeof createCheckedSaves>
  undeclared: ReturnType<typeof createUndeclared>
  onLanguage(language: string): void
}

/** Effects of the game's calls, for the log. */
export function createCheckerActions(options: Options): GameHostActions {
  const { state, measurements, shop, saves, undeclared, onLanguage } = options
  const { measure } = measurements
  const switchPlayer = async (player: Player) => {
    state.player = player
    return player
  }
  const actions: GameHostActions = {
    getPlayer: () => state.player,
    signIn: () => switchPlayer(tester),
    signOut: () => switchPlayer(guest),
    getCatalog: async () => shop.listItems(state.language),
    purchase: async (itemId, code) => {
      if (!shop.listItems(state.language).some(({ id }) => id === itemId)) undeclared.addItem(itemId)
      const outcome = await shop.buy(itemId, state.language, code)
      if (outcome.status === 'paid') measure({ hasPaid: true })
      return outcome
    },
    getResumedPurchase: () => undefined,
    getPurchases: async () => shop.listPurchases(),
    claimGift: async () => {
      throw new GameRefusal('UNKNOWN_OFFER')
    },
    consumePurchase: async (id) => {
      const result = shop.consume(id)
      const { redelivery } = measurements.current()
      const isRedelivered = redelivery && result.id === state.redelivered
      measure({
        hasConsumed: true,
        ...(isRedelivered && { redelivery: { ...redelivery, isConsumed: true } }),
      })
      return result
    },
    getToken: async () => {
      throw new GameRefusal('NOT_SIGNED_IN', 'The checker has no accounts')
    },
    setSave: async (write) => {
      const isPortalSave = write.key === measurements.current().portal?.sdk
      const hasReadByPortal = isPortalSave ? state.hasReadByPortal : undefined
      return saves.set({ ...write, hasReadByPortal, mergesSaves: state.mergesSaves })
    },
    listSaves: async () => saves.list(),
    onStorage: () => undefined,
    onUnkept: () => undefined,
    onSdk: (isMergedByGame) => {
      state.mergesSaves = isMergedByGame
    },
    openSupport: () => undefined,
    prepareBreak: async () => null,
    onShown: () => undefined,
    onProgress: () => undefined,
    getShareLink: () => location.href,
    openLink: async () => undefined,
    setInvite: () => undefined,
    setContext: () => undefined,
    celebrate: () => undefined,
    track: () => undefined,
    leave: () => undefined,
    getGames: async () => ({ url: location.href, games: [] }),
    scores: undeclared.scores,
    onGameplay: (gameplay) => {
      const { pause } = measurements.current()
      if (gameplay === 'stopped' && pause) measure({ pause: { ...pause, hasStopped: true } })
    },
    changeLanguage: onLanguage,
    openPayment: async (values) => {
      const outcome = await shop.buy(readPaymentId(values) ?? 'coins-1', state.language)
      if (outcome.status === 'paid') measure({ hasPaid: true })
    },
    onPaymentOpenError: () => measurements.log.add('error', 'PAYMENT_OPEN_ERROR'),
    keepLoginRequest: () => undefined,
    takeLoginRequest: () => false,
    getUserAuth: () => ({
      jwt: '',
      userId: state.player.id ?? '',
      nickName: state.player.name,
      currentAuthType: state.player.isGuest ? 'guest' : 'mail',
      session: '',
    }),
  }
  return logCalls(actions, measurements.log.add)
}

/** Logs each call with its arguments, then its result or error. */
function logCalls(actions: GameHostActions, add: ReturnType<typeof createRunLog>['add']): GameHostActions {
  const wrap =
    (name: string, action: (...args: unknown[]) => unknown) =>
    async (...args: unknown[]) => {
      add('call', name, args.length > 0 ? args : undefined)
      try {
        const result = await action(...args)
        add('result', name, result)
        return result
      } catch (error) {
        add('error', name, error instanceof Error ? error.message : String(error))
        throw error
      }
    }
  const logged: Record<string, unknown> = { ...actions }
  for (const name of loggedCalls) logged[name] = wrap(name, actions[name] as (...args: unknown[]) => unknown)
  for (const name of loggedReports)
    logged[name] = (...args: unknown[]) => {
      add('call', name, args)
      return (actions[name] as (...given: unknown[]) => unknown)(...args)
    }
  return logged as unknown as GameHostActions
}

const loggedCalls = [
  'getPlayer',
  'signIn',
  'signOut',
  'getCatalog',
  'purchase',
  'getPurchases',
  'consumePurchase',
  'claimGift',
  'getToken',
  'getGames',
  'setSave',
  'listSaves',
  'openPayment',
  'getUserAuth',
] as const
/** They return at once. */
const loggedReports = [
  'openSupport',
  'onProgress',
  'onGameplay',
  'getShareLink',
  'setInvite',
  'setContext',
  'openLink',
  'celebrate',
  'track',
  'leave',
  'changeLanguage',
] as const
