import type { FrameInspection } from '@playhub/contract'
import { BOOT, type BootMessage } from '@playhub/contract/boot-messages'
import {
  type CatalogItem,
  type Player,
  readHello,
  type StartData,
  startDataPrefix,
} from '@playhub/contract/bridge'
import { hubCapabilities } from '@playhub/contract/plays/limits'
import { createGameHost, type GameHost } from '../../play/bridge/game-host.ts'
import { type GameHostActions, GameRefusal } from '../../play/bridge/game-host-actions.ts'
import { readPaymentId } from '../../play/bridge/legacy-messages.ts'
import { createCheckedSaves } from './checked-saves.ts'
import type { Measured } from './checks.ts'
import { addUses, readsSave } from './portal-uses.ts'
import { createRunLog, type LogEntry } from './run-log.ts'
import { type AskToPay, createSandboxShop } from './sandbox-shop.ts'
import { createUndeclared, type Declared } from './undeclared.ts'

const project = { id: 'checker', name: 'Checker' }
const guest: Player = { id: null, name: 'Guest', isGuest: true }
const tester: Player = { id: 'checker-player', name: 'Test Player', isGuest: false }
const playId = 'checker'

type Options = {
  frame: HTMLIFrameElement
  url: string
  /** The frame has no origin of its own. */
  isOpaque: boolean
  inspection: FrameInspection | 'unavailable'
  hubUrl: string
  /** What the project of the game declares, when it is one of this hub. */
  declared: Declared | undefined
  language: string
  askToPay: AskToPay
  onLanguage(language: string): void
  onChange(measured: Measured, entries: readonly LogEntry[]): void
}

/** The frame's name with the game's start data. Default: a guest without saves. */
export function toFrameName(
  language: string,
  known: Pick<StartData, 'player' | 'saves'> = { player: guest, saves: {} },
): string {
  const data: StartData = {
    v: 1,
    playId,
    project,
    ...known,
    language,
    capabilities: [...hubCapabilities],
    launchParams: {},
    serverTime: Date.now(),
    isChecked: true,
  }
  return startDataPrefix + JSON.stringify(data)
}

/**
 * Runs a game on the hub's own bridge, with a player and a shop that exist in this page only, and measures it. It begins before
 * the frame loads.
 */
export function startCheckerRun(options: Options) {
  const { frame, url, isOpaque, inspection, askToPay, onLanguage } = options
  let measured: Measured = { nowMs: 0, inspection, errors: [] }
  let entries: readonly LogEntry[] = []
  let player = guest
  let { language } = options
  let redelivered: string | null = null
  let hasInput = false
  let mergesSaves = false
  /** The game has read its save by a portal's SDK since it started. */
  let hasReadByPortal = false
  const log = createRunLog((next) => {
    entries = next
    publish()
  })
  const shop = createSandboxShop(askToPay)
  const saves = createCheckedSaves({ now: log.now, onChange: (next) => measure({ saves: next }) })
  const undeclared = createUndeclared({
    declared: options.declared ?? { items: [], boards: [], achievements: [] },
    onChange: (next) => measure({ undeclared: next }),
    onNew: (kind, id) => log.add('event', `not in the project's file: ${kind}`, id),
  })
  const addresses = [url, ...(typeof inspection === 'object' ? [inspection.url] : [])]
  const hubHosts = [window.location.host, new URL(options.hubUrl).host]
  const origins = [...new Set(addresses.flatMap((address) => URL.parse(address)?.origin ?? []))]

  function publish(): void {
    measured = { ...measured, nowMs: log.now() }
    options.onChange(measured, entries)
  }
  function measure(change: Partial<Measured>): void {
    measured = { ...measured, ...change }
    publish()
  }

  const host: GameHost = createGameHost({
    frame,
    origins,
    ...(isOpaque && { isOpaque, boot: { playId, onReport: () => undefined } }),
    project,
    language,
    actions: logCalls(createActions(), log.add),
    onReady: () => {
      log.add('call', 'ready')
      measure({ readyAtMs: measured.readyAtMs ?? log.now() })
    },
    onMessage: (protocol) => {
      if (protocol === 'legacy') measure({ isLegacy: true, readyAtMs: measured.readyAtMs ?? log.now() })
    },
  })

  function createActions(): GameHostActions {
    return {
      getPlayer: () => player,
      signIn: async () => switchPlayer(tester),
      signOut: async () => switchPlayer(guest),
      getCatalog: async () => shop.listItems(language),
      purchase: async (itemId) => {
        if (!shop.listItems(language).some(({ id }) => id === itemId)) undeclared.addItem(itemId)
        const outcome = await shop.buy(itemId, language)
        if (outcome.status === 'paid') measure({ hasPaid: true })
        return outcome
      },
      getPurchases: async () => shop.listPurchases(),
      consumePurchase: async (id) => {
        const result = shop.consume(id)
        const { redelivery } = measured
        const isRedelivered = redelivery && result.id === redelivered
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
        const read = write.key === measured.portal?.sdk ? { hasReadByPortal } : { hasReadByPortal: undefined }
        return saves.set({ ...write, ...read, mergesSaves })
      },
      listSaves: async () => saves.list(),
      onStorage: () => undefined,
      onSdk: (isMergedByGame) => {
        mergesSaves = isMergedByGame
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
      leave: () => undefined,
      getGames: async () => ({ url: location.href, games: [] }),
      scores: undeclared.scores,
      onGameplay: (state) => {
        if (state === 'stopped' && measured.pause) measure({ pause: { ...measured.pause, hasStopped: true } })
      },
      changeLanguage: (next) => onLanguage(next),
      openPayment: async (values) => {
        const outcome = await shop.buy(readPaymentId(values) ?? 'coins-1', language)
        if (outcome.status === 'paid') measure({ hasPaid: true })
      },
      onPaymentOpenError: () => log.add('error', 'PAYMENT_OPEN_ERROR'),
      keepLoginRequest: () => undefined,
      takeLoginRequest: () => false,
      getUserAuth: () => ({
        jwt: '',
        userId: player.id ?? '',
        nickName: player.name,
        currentAuthType: player.isGuest ? 'guest' : 'mail',
        session: '',
      }),
    }
  }

  function switchPlayer(next: Player): Player {
    player = next
    return player
  }

  function receive(event: MessageEvent): void {
    if (event.source === null || event.source !== frame.contentWindow) return
    const hello = readHello(event.data)
    if (hello) {
      log.add('handshake', `hello from ${event.origin}`, { sdk: hello.sdk, versions: hello.versions })
      const isOurs = isOpaque ? hello.playId === playId : origins.includes(event.origin)
      if (!isOurs) measure({ foreignOrigin: event.origin })
      else measure({ helloAtMs: measured.helloAtMs ?? log.now(), sdk: hello.sdk ?? '' })
      return
    }
    const boot = readBoot(event.data)
    if (boot) receiveBoot(boot)
  }

  function receiveBoot(message: BootMessage): void {
    if (message.event === 'compat') return void receiveUses(message)
    const { type: _type, playId: _playId, event, ...details } = message
    if (event !== 'loaded') log.add(event === 'error' ? 'error' : 'boot', event, details)
    if (message.event === 'started') measure({ hasBoot: true })
    if (message.event === 'loaded') {
      const { bytes, files, hosts } = message
      // The SDK comes from the hub.
      const outside = Array.isArray(hosts)
        ? hosts.map(String).filter((host) => !hubHosts.includes(host))
        : undefined
      measure({ bytes, files, hosts: outside })
    }
    if (message.event === 'frames') measure({ frames: { median: message.median, worst: message.worst } })
    if (message.event === 'error')
      measure({ errors: [...measured.errors, String(message.message).slice(0, 300)] })
    if (message.event === 'sound') {
      const soundBeforeInput = measured.soundBeforeInput || (message.running > 0 && !hasInput)
      measure({ sounds: message.running, soundBeforeInput })
    }
  }

  /** Each name is logged once: a game may use some in each frame. */
  function receiveUses(report: { sdk: unknown; uses: unknown }): void {
    const before = new Set(measured.portal?.uses.map(({ name }) => name))
    const portal = addUses(measured.portal, report)
    const news = portal?.uses.filter(({ name }) => !before.has(name)) ?? []
    for (const { name, support } of news) log.add('compat', name, support)
    if (portal) measure({ portal })
    if (!readsSave(report)) return
    hasReadByPortal = true
    saves.setReadByPortal()
  }

  /** A click into the frame moves the focus there, which the page notices by losing it. */
  function detectInput(): void {
    hasInput ||= document.activeElement === frame
  }

  /**
   * Opens the game anew in a new page, as a later visit does. A portal's SDK reads saves from the start data; the game's own
   * SDK asks for them when the game reads one, so that the checker sees it.
   */
  function restart(event: string): void {
    log.add('event', event)
    saves.restart()
    hasReadByPortal = false
    const known = measured.portal ? { player, saves: saves.list() } : { player }
    frame.name = toFrameName(language, known)
    const { parentNode, nextSibling } = frame
    frame.remove()
    parentNode?.insertBefore(frame, nextSibling)
  }

  const timer = setInterval(publish, 500)
  window.addEventListener('message', receive)
  window.addEventListener('blur', detectInput)

  const sendEvent = (code: string, send: () => void) => {
    log.add('event', code)
    send()
  }
  return {
    pause(): void {
      sendEvent('pause', host.pause)
      measure({ pause: { atMs: log.now(), hasStopped: false } })
    },
    resume: () => sendEvent('resume', host.resume),
    setLanguage(next: string): void {
      language = next
      sendEvent(`language ${next}`, () => host.setLanguage(next))
    },
    togglePlayer(): void {
      switchPlayer(player.isGuest ? tester : guest)
      sendEvent(`player ${player.name}`, () => host.setPlayer(player))
    },
    /** A paid item that the game has not got, as after a closed tab, and a new start of the game. */
    redeliver(item: CatalogItem['id'] = shop.listItems(language)[0]?.id ?? ''): void {
      redelivered = shop.grant(item).id
      measure({ redelivery: { atMs: log.now(), isConsumed: false } })
      restart(`restart with a paid ${item}`)
    },
    restart: () => restart('restart'),
    makeSaveConflict(): void {
      const key = saves.makeConflict()
      if (key !== undefined) log.add('event', `another device saves ${key}`)
    },
    rate: (change: Pick<Measured, 'resize' | 'language'>) => measure(change),
    stop(): void {
      clearInterval(timer)
      window.removeEventListener('message', receive)
      window.removeEventListener('blur', detectInput)
      host.destroy()
    },
  }
}
export type CheckerRun = ReturnType<typeof startCheckerRun>

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
  'leave',
  'changeLanguage',
] as const

function readBoot(data: unknown): BootMessage | undefined {
  const isBoot =
    typeof data === 'object' && data !== null && 'type' in data && data.type === BOOT && 'event' in data
  return isBoot ? (data as BootMessage) : undefined
}
