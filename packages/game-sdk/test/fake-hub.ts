import type {
  BreakKind,
  BreakResult,
  Capability,
  CatalogItem,
  HubGame,
  Player,
  Purchase,
  PurchaseOutcome,
  StartData,
} from '@playhub/contract/bridge-protocol'
import { onTestFinished, vi } from 'vitest'
import { openPortal, type Portal } from '../src/compat/shared/portal.ts'
import type { Scores } from '../src/compat/shared/scores.ts'
import type { Hub } from '../src/hub.ts'
import { PlayhubError } from '../src/transport.ts'

const anna: Player = { id: 'player-1', name: 'Anna', isGuest: false, picture: 'data:,anna' }
export const guest: Player = { id: null, name: 'Guest', isGuest: true }

const start: StartData = {
  v: 1,
  playId: 'play-1',
  project: { id: 'corners', name: 'Corners' },
  player: anna,
  language: 'ru',
  capabilities: ['player', 'shop', 'signIn', 'leaderboards'],
  launchParams: { payload: 'level-3' },
  serverTime: 1_000_000,
  saves: {},
}

const item: CatalogItem = {
  id: 'gold_100',
  title: '100 gold',
  description: 'Much gold',
  imageUrl: 'https://play.example/gold.png',
  price: { amountMinor: 19_900, currency: 'RUB', formatted: '199 ₽' },
}
const bought: Purchase = { id: 'order-1', itemId: 'gold_100', state: 'granted', createdAt: 1 }

const achievements = [
  {
    id: 'first-castle',
    title: 'First castle',
    description: 'Build one',
    iconUrl: null,
    points: 10,
    steps: 1,
    progress: 1,
    isUnlocked: true,
  },
]

export interface FakeHubOptions {
  /** Null: the hub gives none, as to a game at an address of its own. */
  start?: Partial<StartData> | null
  hasHub?: boolean
  scriptUrl?: string
  player?: Player
  catalog?: CatalogItem[]
  outcome?: PurchaseOutcome
  /** The player after `signIn`. */
  signedIn?: Player
  scores?: Scores
  /** The hub's response to a break request. Default: it has none. */
  showBreak?: (kind: BreakKind) => BreakResult
  /** Without them the hub does not know the call. */
  games?: HubGame[]
  /** The hub's saves, by key. */
  saves?: Record<string, unknown>
}

/** A portal on a simulated hub; `calls` has what reached the hub. */
export function openFakePortal(options: FakeHubOptions = {}) {
  stubPage(options.scriptUrl)
  const calls: unknown[][] = []
  const listeners: Record<string, ((payload?: unknown) => void)[]> = {}
  const saved = new Map(Object.entries(options.saves ?? {}))
  const record =
    (name: string, result?: unknown) =>
    (...given: unknown[]) => {
      calls.push([name, ...given])
      return result
    }
  const listen = (event: string) => (listener: (payload?: unknown) => void) => {
    listeners[event] = [...(listeners[event] ?? []), listener]
    return () => {
      listeners[event] = (listeners[event] ?? []).filter((each) => each !== listener)
    }
  }
  const capabilities: Capability[] = [
    ...start.capabilities,
    ...(options.showBreak ? ['breaks' as const] : []),
  ]
  const emit = (event: string, payload?: unknown) => {
    for (const listener of listeners[event] ?? []) listener(payload)
  }
  const known = {
    ...start,
    capabilities,
    ...(options.player && { player: options.player }),
    ...options.start,
  }
  const hub = {
    ...known,
    supports: (name: never) => known.capabilities.includes(name),
    ready: record('ready'),
    gameplayStart: record('gameplayStart'),
    gameplayStop: record('gameplayStop'),
    progress: record('progress'),
    safeArea: { top: 24, bottom: 0, left: 0, right: 0 },
    celebrate: record('celebrate'),
    call: async (...given: unknown[]) => void calls.push(given),
    leave: record('leave'),
    track: record('track'),
    getGames: async () => {
      if (!options.games) throw new Error('The hub is older than this call')
      return { url: 'https://play.example/games/ru/', games: options.games }
    },
    onPause: listen('pause'),
    onResume: listen('resume'),
    onMute: listen('mute'),
    onPlayer: listen('player'),
    onSaves: listen('saves'),
    getToken: async () => ({ token: 'token-1', expiresAt: 2 }),
    async signIn() {
      calls.push(['signIn'])
      hub.player = options.signedIn ?? hub.player
      for (const listener of listeners.player ?? []) listener(hub.player)
      return hub.player
    },
    getCatalog: async () => options.catalog ?? [item],
    purchase: async (request: object) => {
      calls.push(['purchase', request])
      return options.outcome ?? { status: 'paid', purchase: bought }
    },
    getPurchases: async () => [bought],
    async consumePurchase(id: string) {
      calls.push(['consumePurchase', id])
      if (id !== bought.id && id !== bought.itemId) throw new PlayhubError('UNKNOWN_PURCHASE')
      return { id: bought.id, alreadyConsumed: false }
    },
    async showBreak(kind: BreakKind) {
      const result = options.showBreak?.(kind) ?? { shown: false, rewarded: false }
      if (result.shown) for (const event of ['pause', 'resume']) emit(event)
      return result
    },
    shareLink: async (params: Record<string, string> = {}) => {
      if (Object.values(params).some((value) => typeof value !== 'string'))
        throw new PlayhubError('INVALID_PARAMS')
      const link = new URL('https://play.example/games/ru/corners/')
      for (const [name, value] of Object.entries(params)) link.searchParams.set(`launch.${name}`, value)
      return link.href
    },
    saves: {
      get: async (key: string) => saved.get(key) ?? null,
      set: async (key: string, value: unknown) => {
        calls.push(['save', key, structuredClone(value)])
        saved.set(key, value)
      },
    },
    scores: options.scores,
    achievements: {
      async unlock(id: string) {
        if (!achievements.some((one) => one.id === id)) throw new Error('No such achievement')
        calls.push(['unlock', id])
      },
      list: async () => achievements,
    },
  }
  const portal: Portal = openPortal({
    start: options.start === null || options.hasHub === false ? null : known,
    open: async () => {
      if (options.hasHub === false) throw new Error('No hub answered')
      return hub as unknown as Hub
    },
  })
  return { portal, calls, emit, saved, start: known }
}

/** The page as the SDKs read it, with storage for this test alone. */
function stubPage(scriptUrl?: string): void {
  const stored = new Map<string, string>()
  const landscape = Object.assign(new EventTarget(), { matches: false })
  const page = Object.assign(new EventTarget(), { matchMedia: () => landscape })
  vi.stubGlobal('window', page)
  const document = {
    title: 'My game',
    currentScript: scriptUrl ? { src: scriptUrl } : null,
    hidden: false,
    readyState: 'complete',
  }
  vi.stubGlobal('document', Object.assign(new EventTarget(), document))
  vi.stubGlobal('navigator', { language: 'en-GB', userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

/** Runs what the current task has promised, and no later task. */
export async function finishTask(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await null
}

/** Runs the tasks started by the current one. */
export async function nextTask(): Promise<void> {
  await finishTask()
  await new Promise((resolve) => setTimeout(resolve))
}
