import type {
  BreakResult,
  BridgeCall,
  CallParams,
  Capability,
  InitInfo,
  Player,
  ProjectInfo,
  ReadCall,
  SafeArea,
} from '@playhub/contract/bridge'
import { type GameHostActions, GameRefusal } from './game-host-actions.ts'

interface RequestHandlerOptions {
  actions: GameHostActions
  project: ProjectInfo
  capabilities: readonly Capability[]
  getLanguage(): string
  getSafeArea(): SafeArea
  onReady(): void
  /** A sign-in or sign-out that the game requested has ended. */
  onPlayer(player: Player): void
  onPause(event: 'pause' | 'resume'): void
  /** A break begins or ends. */
  onBreak(isShown: boolean): void
}

/** Why the game is paused: the page hides it, or a dialog that the game requested is open. */
type PauseReason = 'page' | 'dialog'

export type RequestHandler = ReturnType<typeof createRequestHandler>

/** Carries out a game's requests, whether they arrive through the SDK's port or as legacy messages. */
export function createRequestHandler({
  actions,
  project,
  capabilities,
  getLanguage,
  getSafeArea,
  onReady,
  onPlayer,
  onPause,
  onBreak,
}: RequestHandlerOptions) {
  const pauseReasons = new Set<PauseReason>()

  function pause(reason: PauseReason): void {
    if (pauseReasons.size === 0) onPause('pause')
    pauseReasons.add(reason)
  }

  function resume(reason: PauseReason): void {
    if (pauseReasons.delete(reason) && pauseReasons.size === 0) onPause('resume')
  }

  /** Opens one dialog at a time, and pauses the game meanwhile. */
  async function withDialog<T>(openDialog: () => T | Promise<T>): Promise<T> {
    if (pauseReasons.has('dialog')) throw new GameRefusal('BUSY')
    pause('dialog')
    try {
      return await openDialog()
    } finally {
      resume('dialog')
    }
  }

  async function signIn(): Promise<Player> {
    const player = await withDialog(() => actions.signIn())
    onPlayer(player)
    return player
  }

  async function signOut(): Promise<Player> {
    const player = await actions.signOut()
    onPlayer(player)
    return player
  }

  /** A game that is covered already gets no break. */
  async function showBreak({ kind }: CallParams<'showBreak'>): Promise<BreakResult> {
    const show = await actions.prepareBreak(kind)
    if (!show || pauseReasons.size > 0) return { shown: false, rewarded: false }
    return withDialog(async () => {
      onBreak(true)
      try {
        return await show()
      } finally {
        onBreak(false)
      }
    })
  }

  async function init(): Promise<InitInfo> {
    const player = await actions.getPlayer()
    return {
      player,
      language: getLanguage(),
      project,
      capabilities: [...capabilities],
      safeArea: getSafeArea(),
    }
  }

  const handlers: { [C in BridgeCall]: (params: CallParams<C>) => unknown } = {
    init,
    getPlayer: () => actions.getPlayer(),
    getToken: () => actions.getToken(),
    signIn,
    signOut,
    getCatalog: () => actions.getCatalog(),
    purchase: ({ itemId }) => withDialog(() => actions.purchase(itemId)),
    getPurchases: () => actions.getPurchases(),
    consumePurchase: ({ id }) => actions.consumePurchase(id),
    getLanguage,
    ready: onReady,
    gameplayStart: () => actions.onGameplay('started'),
    gameplayStop: () => actions.onGameplay('stopped'),
    celebrate: () => actions.celebrate(),
    leave: () => actions.leave(),
    getGames: () => actions.getGames(),
    openSupport: () => actions.openSupport(),
    showBreak,
    progress: ({ ratio }) => actions.onProgress(ratio),
    shareLink: ({ launchParams }) => actions.getShareLink(launchParams),
    openLink: ({ url }) => withDialog(() => actions.openLink(url)),
    setInvite: ({ launchParams }) => actions.setInvite(launchParams),
    setContext: ({ text }) => actions.setContext(text),
    'saves.set': (write) => actions.setSave(write),
    'saves.list': () => actions.listSaves(),
    'scores.submit': (params) => actions.scores['scores.submit'](params),
    'scores.top': (params) => actions.scores['scores.top'](params),
    'scores.around': (params) => actions.scores['scores.around'](params),
    'achievements.progress': (params) => actions.scores['achievements.progress'](params),
    'achievements.list': () => actions.scores['achievements.list'](undefined),
  }

  return {
    pause,
    resume,
    isPaused: () => pauseReasons.size > 0,
    signIn,
    signOut,
    openPayment: (values: Record<string, string>) => withDialog(() => actions.openPayment(values)),
    handle: async <C extends BridgeCall>({ call, params }: ReadCall<C>): Promise<unknown> =>
      handlers[call](params),
  }
}
