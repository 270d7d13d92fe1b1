import type { FrameInspection } from '@playhub/contract'
import { BOOT, type BootMessage } from '@playhub/contract/boot-messages'
import {
  type CatalogItem,
  type Hello,
  readHello,
  type StartData,
  startDataPrefix,
} from '@playhub/contract/bridge'
import { parseUrl } from '@playhub/contract/browsers/newer-builtins'
import { hubCapabilities } from '@playhub/contract/plays/limits'
import { createGameHost, type GameHost } from '../../play/bridge/game-host.ts'
import { createBootReports } from './boot-reports.ts'
import { createCheckedSaves } from './checked-saves.ts'
import { createCheckerActions, guest, type RunState, tester } from './checker-actions.ts'
import type { Measured, PreviewedProject } from './checks.ts'
import { createMeasurements, type Measurements } from './measurements.ts'
import type { LogEntry } from './run-log.ts'
import { type AskToPay, createSandboxShop } from './sandbox-shop.ts'
import { createUndeclared, type Declared } from './undeclared.ts'

const checkedProject = { id: 'checker', name: 'Checker' }
const playId = 'checker'
/** The log shows events. */
const capabilities = [...hubCapabilities, 'insights' as const]

type Options = {
  frame: HTMLIFrameElement
  url: string
  /** The frame has no origin of its own. */
  isOpaque: boolean
  inspection: FrameInspection | 'unavailable'
  hubUrl: string
  /** Declarations of the game's project on this hub. */
  declared: Declared | undefined
  /** Default: a project, a guest and a shop of the checker's own. */
  preview: PreviewedProject | undefined
  language: string
  askToPay: AskToPay
  onLanguage(language: string): void
  onChange(measured: Measured, entries: readonly LogEntry[]): void
}

const getFirstPlayer = (preview: PreviewedProject | undefined) => (preview ? tester : guest)

const toProject = (preview: PreviewedProject | undefined) =>
  preview ? { id: preview.id, name: preview.name } : checkedProject

/** The frame's name with the game's start data. */
export function toFrameName(
  language: string,
  preview: PreviewedProject | undefined,
  known: Pick<StartData, 'player' | 'saves'> = { player: getFirstPlayer(preview), saves: {} },
): string {
  const data: StartData = {
    v: 1,
    playId,
    project: toProject(preview),
    ...known,
    language,
    capabilities,
    launchParams: {},
    serverTime: Date.now(),
    isChecked: true,
  }
  return startDataPrefix + JSON.stringify(data)
}

/**
 * Runs a game on the hub's own bridge, with this page's player and shop, and measures it. It begins before the frame
 * loads.
 */
export function startCheckerRun(options: Options) {
  const { frame, url, isOpaque, inspection, language, preview, askToPay, onLanguage } = options
  const measurements = createMeasurements({ inspection }, options.onChange)
  const { log, measure, current } = measurements
  const state: RunState = {
    player: getFirstPlayer(preview),
    language,
    redelivered: null,
    hasInput: false,
    mergesSaves: false,
    hasReadByPortal: false,
  }
  const shop = createSandboxShop(askToPay, preview?.items)
  const saves = createCheckedSaves({ now: log.now, onChange: (next) => measure({ saves: next }) })
  const undeclared = createUndeclared({
    declared: options.declared ?? { items: [], boards: [], achievements: [] },
    onChange: (next) => measure({ undeclared: next }),
    onNew: (kind, id) => log.add('event', `not in the project's file: ${kind}`, id),
  })
  const hubHosts = [window.location.host, new URL(options.hubUrl).host]
  const addresses = [url, ...(typeof inspection === 'object' ? [inspection.url] : [])]
  const origins = [...new Set(addresses.flatMap((url) => parseUrl(url)?.origin ?? []))]

  const host: GameHost = createGameHost({
    frame,
    origins,
    ...(isOpaque && { isOpaque, boot: { playId, onReport: () => undefined } }),
    project: toProject(preview),
    capabilities,
    language,
    actions: createCheckerActions({ state, measurements, shop, saves, undeclared, onLanguage }),
    onReady: () => {
      log.add('call', 'ready')
      measure({ readyAtMs: current().readyAtMs ?? log.now() })
    },
    onMessage: (protocol) => {
      if (protocol === 'legacy') measure({ isLegacy: true, readyAtMs: current().readyAtMs ?? log.now() })
    },
  })

  function receiveHello(hello: Hello, origin: string): void {
    log.add('handshake', `hello from ${origin}`, { sdk: hello.sdk, versions: hello.versions })
    const isOurs = isOpaque ? hello.playId === playId : origins.includes(origin)
    if (!isOurs) measure({ foreignOrigin: origin })
    else measure({ helloAtMs: current().helloAtMs ?? log.now(), sdk: hello.sdk ?? '' })
  }

  const timer = setInterval(measurements.publish, 500)
  const stopWatching = watchFrame(frame, {
    onHello: receiveHello,
    onBoot: createBootReports({ state, measurements, saves, hubHosts }),
    onFocus() {
      state.hasInput = true
    },
  })

  return {
    ...createControls({ frame, preview, host, state, measurements, shop, saves }),
    stop(): void {
      clearInterval(timer)
      stopWatching()
      host.destroy()
    },
  }
}

export type CheckerRun = ReturnType<typeof startCheckerRun>

interface RunParts {
  frame: HTMLIFrameElement
  preview: PreviewedProject | undefined
  host: GameHost
  state: RunState
  measurements: Measurements
  shop: ReturnType<typeof createSandboxShop>
  saves: ReturnType<typeof createCheckedSaves>
}

/** The developer's actions on the game. */
function createControls({ frame, preview, host, state, measurements, shop, saves }: RunParts) {
  const { log, measure, current } = measurements

  /**
   * Opens the game anew in a new page, as a later visit does. A portal's SDK reads saves from the start data; the game's own
   * SDK asks for them when the game reads one, so the checker sees it.
   */
  function restart(event: string): void {
    log.add('event', event)
    saves.restart()
    state.hasReadByPortal = false
    const { player, language } = state
    const known = current().portal ? { player, saves: saves.list() } : { player }
    frame.name = toFrameName(language, preview, known)
    const { parentNode, nextSibling } = frame
    frame.remove()
    parentNode?.insertBefore(frame, nextSibling)
  }

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
      state.language = next
      sendEvent(`language ${next}`, () => host.setLanguage(next))
    },
    togglePlayer(): void {
      const player = state.player.isGuest ? tester : guest
      state.player = player
      sendEvent(`player ${player.name}`, () => host.setPlayer(player))
    },
    /** An undelivered paid item, as after a closed tab, and a new start of the game. */
    redeliver(item: CatalogItem['id'] = shop.listItems(state.language)[0]?.id ?? ''): void {
      state.redelivered = shop.grant(item).id
      measure({ redelivery: { atMs: log.now(), isConsumed: false } })
      restart(`restart with a paid ${item}`)
    },
    restart: () => restart('restart'),
    makeSaveConflict(): void {
      const key = saves.makeConflict()
      if (key !== undefined) log.add('event', `another device saves ${key}`)
    },
    rate: (change: Pick<Measured, 'resize' | 'language'>) => measure(change),
  }
}

interface FrameEvents {
  onHello(hello: Hello, origin: string): void
  onBoot(message: BootMessage): void
  onFocus(): void
}

/** Reads the messages of the frame beside its bridge. @returns  Stops reading. */
function watchFrame(frame: HTMLIFrameElement, { onHello, onBoot, onFocus }: FrameEvents): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  function receive(event: MessageEvent): void {
    if (event.source === null || event.source !== frame.contentWindow) return
    const hello = readHello(event.data)
    const boot = hello ? undefined : readBoot(event.data)
    if (hello) onHello(hello, event.origin)
    if (boot) onBoot(boot)
  }
  window.addEventListener('message', receive, { signal })
  // A click into the frame moves the focus there, which the page notices by losing it.
  const onBlur = () => document.activeElement === frame && onFocus()
  window.addEventListener('blur', onBlur, { signal })
  return () => stopping.abort()
}

function readBoot(data: unknown): BootMessage | undefined {
  const isBoot =
    typeof data === 'object' && data !== null && 'type' in data && data.type === BOOT && 'event' in data
  return isBoot ? (data as BootMessage) : undefined
}
