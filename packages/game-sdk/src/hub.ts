import type {
  BreakKind,
  BreakResult,
  BridgeEvents,
  CallParams,
  Capability,
  CatalogItem,
  ConsumeResult,
  GameToken,
  HubGames,
  InitInfo,
  Player,
  ProjectInfo,
  Purchase,
  PurchaseOutcome,
  ResumedPurchase,
  SafeArea,
  StartData,
} from '@playhub/contract/bridge-protocol'
import { createEmitter } from './emitter.ts'
import { createSaves, type HubSaves, type MergeSave } from './saves.ts'
import { type Achievements, createScores, type Scores } from './scores.ts'
import { type EventListener, isForPortal, type PlayhubError, type Transport } from './transport.ts'

/** Ends a subscription. */
export type Unsubscribe = () => void

/** The connection to the hub. Every promise rejects only with a `PlayhubError`. */
export interface Hub {
  /** `local` when no hub was found and the SDK simulates one. */
  readonly mode: 'hub' | 'local'
  readonly project: ProjectInfo
  /** The current player. Updated before `onPlayer` listeners run. */
  readonly player: Player
  /** Two letters. Updated before `onLanguage` listeners run. */
  readonly language: string
  /** From the page's URL on the hub: `?launch.level=3` is `{ level: '3' }`. */
  readonly launchParams: Readonly<Record<string, string>>
  readonly saves: HubSaves
  /**
   * The reach of the device's notch and rounded corners into the game's frame, in CSS pixels: `env()` does not tell a
   * frame. All 0 until the hub has answered. Updated before `onSafeArea` listeners run.
   */
  readonly safeArea: Readonly<SafeArea>
  /** True when this hub has a capability. Hide buttons for missing capabilities. */
  supports(capability: Capability): boolean

  /** Fetches the current player. `player` is the same without the wait. */
  getPlayer(): Promise<Player>
  /**
   * Issues a short-lived token for your own server. Request a new one each time instead of storing it.
   * Rejects with `NOT_SIGNED_IN` for a guest.
   */
  getToken(): Promise<GameToken>
  /**
   * Lets the player sign in. Resolves to the player afterwards, who is still a guest if they decline. The hub may
   * navigate to its sign-in page and then restart the game, so save before you call this.
   */
  signIn(): Promise<Player>
  /** Resolves to the guest who plays afterwards. */
  signOut(): Promise<Player>

  /** The hub's items for this game, with prices for this player. */
  getCatalog(): Promise<CatalogItem[]>
  /**
   * Opens the hub's payment screen. The hub's price list decides the price. Before the screen opens, the hub pauses the
   * game, leaves it 0.6 s to save and unloads it, so no frame can take what the player types. The restarted game
   * finds the outcome in `purchased`, and the purchase in `getPurchases`: the promise resolves only where the game
   * stays loaded, as in local mode. It rejects when the payment cannot be opened. A guest signs in first. When the price
   * is not the one of `getCatalog` any more, the hub asks the player before anything is charged.
   * @param request.code  As the player typed it.
   */
  purchase(request: { itemId: string; code?: string | undefined }): Promise<PurchaseOutcome>
  /** Outcome of the purchase the hub had unloaded the game for. A reload of its page keeps it. */
  readonly purchased: ResumedPurchase | undefined
  /** Paid, unconsumed purchases, oldest first. Call it at the start to find interrupted purchases. */
  getPurchases(): Promise<Purchase[]>
  /**
   * Marks a purchase as given. Idempotent: of all callers, in all tabs, exactly one gets `alreadyConsumed: false`, and
   * gives the item. Rejects with `UNKNOWN_PURCHASE` for a refunded purchase and with `NOT_AVAILABLE` for a frozen one.
   */
  consumePurchase(id: string): Promise<ConsumeResult>
  /**
   * Claims a gift by the id of its offer, and resolves to its purchases: give and consume them like paid ones. Rejects with
   * `LIMIT_REACHED` when the player has claimed it, `UNKNOWN_OFFER` when it is not offered, `NOT_SIGNED_IN` for a guest.
   * Show a button for it where the hub `supports('offers')`.
   */
  claimGift(id: string): Promise<Purchase[]>

  /** Leaderboards of this game. */
  readonly scores: Scores
  readonly achievements: Achievements

  /** Fetches the current language. `language` is the same without the wait. */
  getLanguage(): Promise<string>
  onLanguage(listener: (language: string) => void): Unsubscribe
  onPlayer(listener: (player: Player) => void): Unsubscribe
  /** The hub covers the game: stop the clock and the sound, and save. Before a payment the game is unloaded 0.6 s later. */
  onPause(listener: () => void): Unsubscribe
  onResume(listener: () => void): Unsubscribe
  /** The player's purchases may have changed, for example after a pending payment: call `getPurchases`. */
  onPurchases(listener: () => void): Unsubscribe

  /** Another device, another tab or a login has changed a save: `saves.get` has the new one. */
  onSaves(listener: (key: string) => void): Unsubscribe

  /** The player has switched the sound off (`true`) or on in the hub's bar. */
  onMute(listener: (isMuted: boolean) => void): Unsubscribe

  /** The safe area has changed, for example because the device was turned. */
  onSafeArea(listener: (safeArea: SafeArea) => void): Unsubscribe

  /** Report how much is loaded, from 0 to 1: the hub shows it until `ready`. */
  progress(ratio: number): void
  /** Reports the game as playable: the hub removes its loading screen. */
  ready(): void
  /** Reports the beginning or resumption of play. */
  gameplayStart(): void
  /** Reports the end of play: a menu, a pause, the end of a level. */
  gameplayStop(): void
  /** Celebrate with the player: the hub shows confetti, at most once in 30 s. */
  celebrate(): void
  /** Leave the game for its page. */
  leave(): void
  /**
   * Counts an event, without identity: see `track` of the module.
   * @param name   One of `events` under `game:` in the project's file.
   * @param value  Is summed.
   */
  track(name: string, value?: number): void
  /** The games of the hub's catalogue. */
  getGames(): Promise<HubGames>
  /**
   * Creates a link to the game's page on the hub. Who follows it starts the game with these `launchParams`: at most 16,
   * names of letters, digits, `-` and `_`, values up to 200 characters.
   */
  shareLink(launchParams?: Record<string, string>): Promise<string>
  /**
   * Shows games of the hub over this one for 5 s, in place of an advert, and pauses it meanwhile. Give what you promised
   * when the result is `rewarded`: a player who closes a rewarded break early gets nothing. `shown` is false when there is
   * no break now, as where the hub does not support `breaks`, and within a minute after the last one for `interstitial`.
   */
  showBreak(kind: BreakKind): Promise<BreakResult>
  /** Opens the hub's support form for this game. */
  openSupport(): Promise<void>
  /** Closes the connection. Pending calls reject with `CLOSED`. */
  close(): void
}

interface HubOptions {
  init: InitInfo | StartData
  mode: Hub['mode']
  mergeSave: MergeSave | undefined
  onClose(): void
}

/** Creates the public API on top of a transport. */
export function createHub(transport: Transport, { init, mode, mergeSave, onClose }: HubOptions): Hub {
  const { on, emit } = createEmitter()
  let sentRatio = -1

  /** Start data is what a reload finds, so changes are written into it. */
  const receive: EventListener = (event, payload) => {
    if (event === 'saves') return saves.receive(payload as BridgeEvents['saves'])
    if (event === 'player' && (payload as Player).id !== init.player.id) saves.reset()
    if (event in init || event === 'safeArea') Object.assign(init, { [event]: payload })
    // Null: the event has no payload.
    emit(event, payload ?? undefined)
  }
  const onChange = (key: string) => emit('saves', key)
  const saves = createSaves({ transport, start: init, mergeSave, onChange })
  transport.listen(receive)
  if (isStartData(init)) refresh(transport, init, receive)

  /** Reports are fire-and-forget: an error must not become an unhandled rejection in the game. */
  const report = (call: Report, params?: CallParams<'progress' | 'track'>) => {
    transport.call(call, params as never).catch(({ code, message }: PlayhubError) => {
      if (code === 'INVALID_PARAMS') console.warn(`Playhub: ${message}`)
    })
  }

  return {
    ...byName(requests, transport.call),
    ...byName(reports, report),
    mode,
    get project() {
      return init.project
    },
    get player() {
      return init.player
    },
    get language() {
      return init.language
    },
    launchParams: init.launchParams ?? {},
    saves: saves.api,
    get safeArea() {
      return (init as InitInfo).safeArea ?? { top: 0, right: 0, bottom: 0, left: 0 }
    },
    supports: (capability) => init.capabilities.includes(capability),
    purchase: (request) => transport.call('purchase', request),
    consumePurchase: (id) => transport.call('consumePurchase', { id }),
    claimGift: (id) => transport.call('claimGift', { id }),
    ...createScores(transport),
    onLanguage: (listener) => on('language', listener),
    onPlayer: (listener) => on('player', listener),
    onPause: (listener) => on('pause', listener),
    onResume: (listener) => on('resume', listener),
    onPurchases: (listener) => on('purchases', listener),
    onSaves: (listener) => on('saves', listener),
    onSafeArea: (listener) => on('safeArea', listener),
    onMute: (listener) => on('mute', ({ isMuted }: BridgeEvents['mute']) => listener(isMuted)),
    progress(given) {
      const ratio = Math.round(Math.min(1, Math.max(0, given)) * 100) / 100
      if (ratio > sentRatio) {
        sentRatio = ratio
        report('progress', { ratio })
      }
    },
    track: (name, value) => report('track', { name, value }),
    shareLink: (launchParams = {}) => transport.call('shareLink', { launchParams }),
    showBreak: (kind) => transport.call('showBreak', { kind }),
    // The replacements of portals' SDKs make calls of their own, and have no room for more.
    ...((isForPortal ? { call: transport.call } : { purchased: init.purchased }) as Pick<Hub, 'purchased'>),
    close() {
      transport.close()
      onClose()
    },
  }
}

/** Calls without parameters, each a function of its name. */
const requests = [
  'getPlayer',
  'getToken',
  'signIn',
  'signOut',
  'getCatalog',
  'getPurchases',
  'getLanguage',
  'getGames',
  'openSupport',
] as const
const reports = ['ready', 'gameplayStart', 'gameplayStop', 'celebrate', 'leave'] as const
type Report = (typeof reports)[number] | 'progress' | 'track'

function byName<Name extends keyof Hub>(
  names: readonly Name[],
  call: (name: Name) => unknown,
): Pick<Hub, Name> {
  return Object.fromEntries(names.map((name) => [name, () => call(name)])) as never
}

const isStartData = (init: InitInfo | StartData): init is StartData => 'playId' in init

/** Compares start data, which may be older than a reload of the game, with what the hub knows now. */
async function refresh(transport: Transport, start: StartData, receive: EventListener): Promise<void> {
  try {
    const { player, language, project, capabilities, safeArea } = await transport.call('init')
    Object.assign(start, { project, capabilities })
    if (player.id !== start.player.id || player.name !== start.player.name) receive('player', player)
    if (language !== start.language) receive('language', language)
    if (safeArea) receive('safeArea', safeArea)
  } catch (error) {
    const { code, message } = error as PlayhubError
    if (code !== 'CLOSED') console.error(`Playhub: ${message}`)
  }
}
