import type { RefObject } from 'react'
import { changeCurrentPlay } from '../bar/current-play.ts'
import type { BootReport } from '../bridge/boot-layer.ts'
import { createGameHost, type GameHost } from '../bridge/game-host.ts'
import type { GameHostActions } from '../bridge/game-host-actions.ts'
import type { PlayCounts } from '../health/play-counts.ts'
import { reportPlay } from '../health/play-report.ts'
import { type GameIssue, type GameWatch, watchGame } from '../health/watch-game.ts'
import { listCapabilities, type RunningPlay } from '../start/start-play.ts'
import { type FrameStatus, monitorFrame, probeServer } from './frame-status.ts'
import { measureSafeArea } from './safe-area.ts'
import { createWakeLock } from './wake-lock.ts'

interface ConnectionOptions {
  /** The project's id. */
  project: string
  iframeUrl: string
  origins: readonly string[]
  isHosted: boolean
  isOpaque: boolean
  play: RunningPlay | null
  /** The last render's. */
  latest: RefObject<{ actions: GameHostActions; language: string; name: string }>
  onStatus(status: FrameStatus): void
  /** @param ratio  Of what the game loads. */
  onProgress(ratio: number): void
  onIssue(issue: GameIssue | null): void
}

interface Connection {
  host: GameHost
  watch: GameWatch
  close(): void
}

/** Connects a frame to the bridge, and watches how its game starts and whether it runs. */
export function connectGame(frame: HTMLIFrameElement, options: ConnectionOptions): Connection {
  const { project, iframeUrl, isOpaque, play, latest, onProgress } = options
  const reporter = play && reportPlay(play)
  const counts = reporter?.counts
  const wakeLock = createWakeLock()
  let loadedBytes = 0
  let isShown = false
  const monitor = monitorFrame(
    () => probeServer({ project, iframeUrl, isHosted: options.isHosted }),
    (status) => {
      isShown = status === 'shown'
      if (isShown) reporter?.onShown(loadedBytes)
      else counts?.onCrash()
      options.onStatus(status)
    },
  )
  const watch = watchGame({
    ping: () => host.ping(),
    isPaused: () => host.isPaused(),
    onIssue(issue) {
      if (issue) counts?.onCrash()
      options.onIssue(issue)
    },
  })

  function onReport(report: BootReport): void {
    if (report.event === 'loaded') {
      loadedBytes = report.bytes
      if (play?.startBytes) onProgress(report.bytes / play.startBytes)
    } else if ('version' in report) {
      latest.current.actions.onStorage(report)
    } else if (report.event === 'unkept') {
      void latest.current.actions.onUnkept()
    } else if (report.event === 'error') {
      reporter?.addError(report.message, report.count)
      changeCurrentPlay({ lastError: report.message })
    }
  }

  const host = createGameHost({
    frame,
    origins: options.origins,
    isOpaque,
    ...(play && { capabilities: listCapabilities(play) }),
    project: { id: project, name: latest.current.name },
    language: latest.current.language,
    safeArea: measureSafeArea(frame),
    actions: delegateToLatest(latest, {
      onProgress: (ratio) => {
        onProgress(ratio)
        latest.current.actions.onProgress(ratio)
      },
      onGameplay: (state) => {
        wakeLock.setWanted(state === 'started')
        counts?.addEvent(state === 'started' ? 'gameplay-start' : 'gameplay-stop')
        latest.current.actions.onGameplay(state)
      },
      ...(counts && countActions(latest, counts, () => isShown)),
    }),
    onReady: monitor.onReady,
    onMessage: (protocol) => {
      // The boot script is in every page, so it does not tell when the game is ready.
      if (protocol === 'boot') monitor.onBuild()
      else monitor.onMessage(protocol)
      if (protocol !== 'legacy') changeCurrentPlay({ hasSound: true })
    },
    onAlive: (isPong) => (isPong ? watch.onPong() : watch.onAlive()),
    onDocument: watch.onDocument,
    ...(play && { boot: { playId: play.playId, onReport } }),
  })
  const stopObserving = observeFrame(frame, {
    load() {
      monitor.onLoad()
      watch.onLoad()
    },
    resize: () => host.setSafeArea(measureSafeArea(frame)),
  })

  return {
    host,
    watch,
    close() {
      stopObserving()
      watch.stop()
      wakeLock.stop()
      reporter?.stop()
      monitor.stop()
      host.destroy()
    },
  }
}

function countActions(
  latest: ConnectionOptions['latest'],
  counts: PlayCounts,
  isShown: () => boolean,
): Partial<GameHostActions> {
  return {
    track: counts.addEvent,
    celebrate() {
      counts.addEvent('happytime')
      latest.current.actions.celebrate()
    },
    getCatalog() {
      // Games read it when they start, too.
      if (isShown()) counts.onShop()
      return latest.current.actions.getCatalog()
    },
    purchase(itemId, code) {
      counts.onCheckout()
      return latest.current.actions.purchase(itemId, code)
    },
    openPayment(values) {
      counts.onCheckout()
      return latest.current.actions.openPayment(values)
    },
  }
}

function observeFrame(frame: HTMLIFrameElement, on: { load(): void; resize(): void }): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  frame.addEventListener('load', on.load, { signal })
  const resizeObserver = new ResizeObserver(on.resize)
  resizeObserver.observe(frame)
  // A phone turned over keeps the size.
  window.addEventListener('resize', on.resize, { signal })
  return () => {
    resizeObserver.disconnect()
    stopping.abort()
  }
}

/** The host outlives renders, so its requests are delegated to the latest render's actions. */
const delegateToLatest = (
  latest: RefObject<{ actions: GameHostActions }>,
  observed: Partial<GameHostActions>,
): GameHostActions =>
  new Proxy(latest.current.actions, {
    get: (_target, name) => Reflect.get(name in observed ? observed : latest.current.actions, name),
  })
