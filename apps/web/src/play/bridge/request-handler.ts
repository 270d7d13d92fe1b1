import type {
  BreakResult,
  BridgeCall,
  CallParams,
  Capability,
  InitInfo,
  Player,
  ProjectInfo,
  ReadCall,
  ResumedPurchase,
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
  /** The game's requested login or logout has ended. */
  onPlayer(player: Player): void
  onPause(event: 'pause' | 'resume'): void
  /** A break begins or ends. */
  onBreak(isShown: boolean): void
}

type Handlers = { [C in BridgeCall]: (params: CallParams<C>) => unknown }

/** The pause's reason: the page hides the game, or a dialog requested by the game is open. */
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
  const pauses = createPauses(onPause)

  async function signIn(): Promise<Player> {
    const player = await pauses.withDialog(() => actions.signIn())
    onPlayer(player)
    return player
  }

  async function signOut(): Promise<Player> {
    const player = await actions.signOut()
    onPlayer(player)
    return player
  }

  /** A covered game gets no break. */
  async function showBreak({ kind }: CallParams<'showBreak'>): Promise<BreakResult> {
    const show = await actions.prepareBreak(kind)
    if (!show || pauses.isPaused()) return { shown: false, rewarded: false }
    return pauses.withDialog(async () => {
      onBreak(true)
      try {
        return await show()
      } finally {
        onBreak(false)
      }
    })
  }

  const handlers: Handlers = {
    ...listActions(actions),
    init: async (): Promise<InitInfo> => ({
      player: await actions.getPlayer(),
      language: getLanguage(),
      project,
      capabilities: [...capabilities],
      safeArea: getSafeArea(),
      ...toResumed(actions.getResumedPurchase()),
    }),
    signIn,
    signOut,
    purchase: ({ itemId, code }) => pauses.withDialog(() => actions.purchase(itemId, code)),
    getLanguage,
    ready: onReady,
    showBreak,
    openLink: ({ url }) => pauses.withDialog(() => actions.openLink(url)),
  }

  return {
    pause: () => pauses.pause('page'),
    resume: () => pauses.resume('page'),
    isPaused: pauses.isPaused,
    signIn,
    signOut,
    openPayment: (values: Record<string, string>) => pauses.withDialog(() => actions.openPayment(values)),
    handle: async <C extends BridgeCall>({ call, params }: ReadCall<C>): Promise<unknown> =>
      handlers[call](params),
  }
}

const toResumed = (purchased: ResumedPurchase | undefined) => purchased && { purchased }

/** Calls in need of the page's action alone. */
function listActions(actions: GameHostActions) {
  return {
    getPlayer: () => actions.getPlayer(),
    getToken: () => actions.getToken(),
    getCatalog: () => actions.getCatalog(),
    getPurchases: () => actions.getPurchases(),
    consumePurchase: ({ id }) => actions.consumePurchase(id),
    claimGift: ({ id }) => actions.claimGift(id),
    gameplayStart: () => actions.onGameplay('started'),
    gameplayStop: () => actions.onGameplay('stopped'),
    celebrate: () => actions.celebrate(),
    track: ({ name, value }) => actions.track(name, value),
    leave: () => actions.leave(),
    getGames: () => actions.getGames(),
    openSupport: () => actions.openSupport(),
    progress: ({ ratio }) => actions.onProgress(ratio),
    shareLink: ({ launchParams }) => actions.getShareLink(launchParams),
    setInvite: ({ launchParams }) => actions.setInvite(launchParams),
    setContext: ({ text }) => actions.setContext(text),
    'saves.set': (write) => actions.setSave(write),
    'saves.list': () => actions.listSaves(),
    'scores.submit': (params) => actions.scores['scores.submit'](params),
    'scores.top': (params) => actions.scores['scores.top'](params),
    'scores.around': (params) => actions.scores['scores.around'](params),
    'achievements.progress': (params) => actions.scores['achievements.progress'](params),
    'achievements.list': () => actions.scores['achievements.list'](undefined),
  } satisfies Partial<Handlers>
}

function createPauses(onPause: RequestHandlerOptions['onPause']) {
  const reasons = new Set<PauseReason>()

  function pause(reason: PauseReason): void {
    if (reasons.size === 0) onPause('pause')
    reasons.add(reason)
  }

  function resume(reason: PauseReason): void {
    if (reasons.delete(reason) && reasons.size === 0) onPause('resume')
  }

  return {
    pause,
    resume,
    isPaused: () => reasons.size > 0,
    /** Opens one dialog at a time, and pauses the game meanwhile. */
    async withDialog<T>(openDialog: () => T | Promise<T>): Promise<T> {
      if (reasons.has('dialog')) throw new GameRefusal('BUSY')
      pause('dialog')
      try {
        return await openDialog()
      } finally {
        resume('dialog')
      }
    },
  }
}
