import type {
  BridgeCall,
  CallParams,
  Capability,
  InitInfo,
  Player,
  ProjectInfo,
  ReadCall,
} from '@playhub/contract/bridge'
import { type GameHostActions, GameRefusal } from './game-host-actions.ts'
import type { createCover } from './pause-reasons.ts'

export interface DeskOptions {
  actions: GameHostActions
  cover: ReturnType<typeof createCover>
  project: ProjectInfo
  capabilities: readonly Capability[]
  getLanguage(): string
  /** A sign-in or sign-out that the game asked for has ended. */
  onPlayer(player: Player): void
}

export type GameDesk = ReturnType<typeof createGameDesk>

/** Carries out what a game asks for, whichever way it asked. */
export function createGameDesk({
  actions,
  cover,
  project,
  capabilities,
  getLanguage,
  onPlayer,
}: DeskOptions) {
  /** The player is asked one thing at a time, and the game rests meanwhile. */
  async function askPlayer<T>(question: () => T | Promise<T>): Promise<T> {
    if (cover.isOnBy('question')) throw new GameRefusal('BUSY', 'The player is being asked something already')
    cover.put('question')
    try {
      return await question()
    } finally {
      cover.take('question')
    }
  }

  async function signIn(): Promise<Player> {
    const player = await askPlayer(() => actions.signIn())
    onPlayer(player)
    return player
  }

  async function signOut(): Promise<Player> {
    const player = await actions.signOut()
    onPlayer(player)
    return player
  }

  async function init(): Promise<InitInfo> {
    const player = await actions.getPlayer()
    return { player, language: getLanguage(), project, capabilities: [...capabilities] }
  }

  const answers: { [C in BridgeCall]: (params: CallParams<C>) => unknown } = {
    init,
    getPlayer: () => actions.getPlayer(),
    getToken: () => actions.getToken(),
    signIn,
    signOut,
    getCatalog: () => actions.getCatalog(),
    purchase: ({ itemId }) => askPlayer(() => actions.purchase(itemId)),
    getPurchases: () => actions.getPurchases(),
    consumePurchase: ({ id }) => actions.consumePurchase(id),
    getLanguage,
    ready: () => actions.onReady(),
    gameplayStart: () => actions.onGameplay('started'),
    gameplayStop: () => actions.onGameplay('stopped'),
    openSupport: () => actions.openSupport(),
  }

  return {
    signIn,
    signOut,
    openPayment: (values: Record<string, string>) => askPlayer(() => actions.openPayment(values)),
    answer: async ({ call, params }: ReadCall): Promise<unknown> => answers[call](params as never),
  }
}
