import type { StartedPlay } from '@playhub/contract'
import type { RefObject } from 'react'
import { changeCurrentPlay } from '../bar/current-play.ts'
import type { BootReport } from '../bridge/boot-layer.ts'
import { createGameHost, type GameHost } from '../bridge/game-host.ts'
import type { GameHostActions } from '../bridge/game-host-actions.ts'
import { reportPlay } from '../health/play-report.ts'
import { type GameIssue, type GameWatch, watchGame } from '../health/watch-game.ts'
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
  play: StartedPlay | null
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
  const reporter = play && reportPlay(play.playId)
  const wakeLock = createWakeLock()
  let loadedBytes = 0
  const monitor = monitorFrame(
    () => probeServer({ project, iframeUrl, isHosted: options.isHosted }),
    (status) => {
      if (status === 'shown') reporter?.setStartBytes(loadedBytes)
      options.onStatus(status)
    },
  )
  const watch = watchGame({
    ping: () => host.ping(),
    isPaused: () => host.isPaused(),
    onIssue: options.onIssue,
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
    ...(play && { capabilities: play.startData.capabilities }),
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
        latest.current.actions.onGameplay(state)
      },
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
