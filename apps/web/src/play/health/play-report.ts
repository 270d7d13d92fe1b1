import type { PlayReport } from '@playhub/contract'
import { keptPlaySeconds } from '@playhub/contract/insights/limits'
import { playReportMs } from '@playhub/contract/plays/limits'
import { apiHeaders } from '../../lib/api/api.ts'
import type { RunningPlay } from '../start/start-play.ts'
import { createPlayCounts, type PlayCounts } from './play-counts.ts'

const maxErrors = 20
const maxCount = 1_000_000
/** A play lasts a day at most. */
const MAX_SECONDS = 86_400
/** Timers may be a little early. */
const keptMs = keptPlaySeconds * 1_000 + 100

export interface PlayReporter {
  /** @param total  How often it came since the game's page was loaded. */
  addError(message: string, total: number): void
  /** The game is shown. @param bytes  Loaded until then. */
  onShown(bytes: number): void
  /** Null when nothing is counted. */
  counts: PlayCounts | null
  /** The last error's text; null for none. */
  lastError(): string | null
  /** Sends the rest. */
  stop(): void
}

/** The last play's, whose frame may be made again. */
let lastPlay: { playId: string; activeMs: number; counts: PlayCounts | null } = {
  playId: '',
  activeMs: 0,
  counts: null,
}

/**
 * Tells the hub how long a play lasts, every five minutes and whenever the page may go away; a counted play also once
 * it is shown and once it is long enough to be kept.
 */
export function reportPlay(play: RunningPlay, send = sendReport): PlayReporter {
  const { playId } = play
  const isKnown = lastPlay.playId === playId
  const counts = isKnown ? lastPlay.counts : createPlayCounts(play)
  const errors = new Map<string, number>()
  const totals = new Map<string, number>()
  let startBytes: number | undefined
  let lastError: string | null = null
  let activeMs = isKnown ? lastPlay.activeMs : 0
  let visibleSince = isVisible() ? performance.now() : null
  let keeping: ReturnType<typeof setTimeout> | undefined

  function countTime(): void {
    const now = performance.now()
    if (visibleSince !== null) activeMs += now - visibleSince
    visibleSince = isVisible() ? now : null
  }

  /** The next report may be minutes away. */
  function reportOnceKept(): void {
    clearTimeout(keeping)
    const leftMs = keptMs - activeMs
    if (counts && leftMs > 0) keeping = setTimeout(report, leftMs)
  }

  function report(): void {
    countTime()
    const found = [...errors].map(([message, count]) => ({ message, count }))
    errors.clear()
    send({
      playId,
      activeSeconds: Math.min(MAX_SECONDS, Math.floor(activeMs / 1_000)),
      ...counts?.take(),
      ...(startBytes !== undefined && { startBytes }),
      ...(found.length > 0 && { errors: found }),
    })
    startBytes = undefined
  }

  // Phones may end a hidden page without `pagehide`.
  const onVisibility = () => {
    if (!isVisible()) {
      clearTimeout(keeping)
      return report()
    }
    countTime()
    reportOnceKept()
  }
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pagehide', report)
  const timer = setInterval(report, playReportMs)
  if (isVisible()) reportOnceKept()

  return {
    counts,
    addError(message, total) {
      if (message === '') return
      lastError = message
      if (!errors.has(message) && errors.size >= maxErrors) return
      const known = totals.get(message) ?? 0
      totals.set(message, total)
      // A reloaded page counts from 1.
      const added = Math.max(1, Math.floor(total > known ? total - known : total))
      errors.set(message, Math.min(maxCount, (errors.get(message) ?? 0) + added))
    },
    onShown(bytes) {
      startBytes ??= bytes >= 1 ? Math.floor(bytes) : undefined
      if (counts?.onShown()) report()
    },
    lastError: () => lastError,
    stop() {
      clearInterval(timer)
      clearTimeout(keeping)
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', report)
      report()
      lastPlay = { playId, activeMs, counts }
    },
  }
}

const isVisible = () => document.visibilityState === 'visible'

/** Sends at once: a page going away does not run on after an `await`. */
function sendReport(report: PlayReport): void {
  const body = JSON.stringify(report)
  // Firefox before 133 ends other requests of a page going away. A beacon can carry no headers.
  if (!('keepalive' in Request.prototype)) {
    navigator.sendBeacon('/api/play/report', new Blob([body], { type: 'application/json' }))
    return
  }
  const headers = { ...apiHeaders(), 'Content-Type': 'application/json' }
  // Without a connection the time is in the next report. The play's id says whose play it is, so cookies would only
  // tell guests apart.
  fetch('/api/play/report', { method: 'POST', headers, body, credentials: 'omit', keepalive: true }).catch(
    () => undefined,
  )
}
