import type {
  BreakKind,
  BreakResult,
  CallParams,
  Capability,
  Player,
  PortalBridgeCalls,
  ProjectInfo,
  StartData,
} from '@playhub/contract/bridge-protocol'
import type { Hub } from '../../hub.ts'
import { type ConnectOptions, openHub } from '../../open-hub.ts'
import { loadWatch, takeStartData } from '../../start-data.ts'
import type { Transport } from '../../transport.ts'

/** The common base of the portals' SDKs. Without a hub everything is unavailable, and the game runs on. */
export interface Portal {
  readonly start: StartData | null
  /** Null until `opened`, and when no hub shows this page. */
  readonly hub: Hub | null
  readonly opened: Promise<Hub | null>
  /** From the hub, before it is connected from the start data. */
  readonly info: PortalInfo
  /** The platform reported by Playgama's SDK: the hub writes `game.compat.platform` into the script's URL. */
  readonly platform: string | null
  /** The replaced SDK's URL or version: the fragment of the script's URL. */
  readonly original: string
  /** The hub's support of the capability, as far as known now. */
  supports(capability: Capability): boolean
  /** Now, in milliseconds since 1970, by the hub's clock. */
  now(): number
  /** The game is playable. Further calls do nothing. */
  ready(): void
  startGameplay(): void
  stopGameplay(): void
  celebrate(): void
  track(name: string, value?: number): void
  onPause(listener: (isPaused: boolean) => void): void
  onMute(listener: (isMuted: boolean) => void): void
  /** Resolves to whether the player is signed in afterwards. */
  signIn(): Promise<boolean>
  /** A link to the game on the hub; empty without one. */
  shareLink(launchParams: Record<string, string>): Promise<string>
  /** Makes a call without a function in the SDK. It does nothing without a hub, and on an older one. */
  send<C extends keyof PortalBridgeCalls>(call: C, params: CallParams<C>): void
  /** When there is no break, it resolves in a later task. */
  showBreak(kind: BreakKind, onOpen?: () => void): Promise<BreakResult>
}

/** The build of the portals' files adds `call`. */
type PortalHub = Hub & Pick<Transport, 'call'>

type PortalInfo = {
  player: Player
  language: string
  launchParams: Readonly<Record<string, string>>
  project: ProjectInfo
}

/** Connects to the hub; tests replace it. */
export interface PortalOptions {
  start?: StartData | null
  open?: (options: ConnectOptions) => Promise<Hub>
}

/** A hub's page listens before it makes the frame. */
const TIMEOUT_MS = 5_000

export function openPortal({ start = takeStartData(), open = openHub }: PortalOptions = {}): Portal {
  const src = (document.currentScript as HTMLScriptElement | null)?.src
  const script = src ? new URL(src) : null
  loadWatch(start, script)
  let hub: Hub | null = null
  let isReady = false
  const opened = open({ timeoutMs: TIMEOUT_MS, ...findHubOrigins(script) }).then(
    (connected) => {
      hub = connected
      return hub
    },
    (error: Error) => {
      console.warn(`Playhub: ${error.message}`)
      return null
    },
  )
  const { serverTime = performance.timeOrigin } = start ?? {}
  const whenOpen = (run: (hub: Hub) => void) => void opened.then((connected) => connected && run(connected))
  const unknown = {
    player: { id: null, name: '', isGuest: true },
    language: navigator.language.slice(0, 2),
    launchParams: {},
    project: { id: '', name: document.title },
  }

  function ready(): void {
    if (isReady) return
    isReady = true
    whenOpen((connected) => connected.ready())
  }

  return {
    start,
    opened,
    get hub() {
      return hub
    },
    get info() {
      return hub ?? start ?? unknown
    },
    platform: script?.searchParams.get('platform') ?? null,
    original: script?.hash ?? '',
    supports: (capability) => hub?.supports(capability) ?? start?.capabilities.includes(capability) ?? false,
    now: () => Math.round(serverTime + performance.now()),
    ready,
    startGameplay() {
      ready()
      whenOpen((connected) => connected.gameplayStart())
    },
    stopGameplay: () => whenOpen((connected) => connected.gameplayStop()),
    celebrate: () => whenOpen((connected) => connected.celebrate()),
    track: (name, value) => whenOpen((connected) => connected.track(name, value)),
    onPause: (listener) =>
      whenOpen((connected) => {
        connected.onPause(() => listener(true))
        connected.onResume(() => listener(false))
      }),
    onMute: (listener) => whenOpen((connected) => connected.onMute(listener)),
    async signIn() {
      const player = await (await opened)?.signIn()
      return player?.isGuest === false
    },
    send: (call, params) =>
      whenOpen((connected) => (connected as PortalHub).call(call, params).catch(() => {})),
    shareLink: async (launchParams) => (await opened)?.shareLink(launchParams) ?? '',
    async showBreak(kind, onOpen) {
      const connected = await opened
      await nextTask()
      const none = { shown: false, rewarded: false }
      if (!connected?.supports('breaks')) return none
      const stop = connected.onPause(() => onOpen?.())
      return connected
        .showBreak(kind)
        .catch(() => none)
        .finally(stop)
    },
  }
}

/** The listener for games names the pages allowed to frame them. Elsewhere the SDK trusts the hub it came from. */
function findHubOrigins(script: URL | null): ConnectOptions {
  return script?.pathname.includes('/__playhub/') ? { hubOrigins: ['*'] } : {}
}

/** Launch parameters are texts; games give numbers, too. */
export const toTexts = (params: object): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))
