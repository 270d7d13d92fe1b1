import type { PlayReport } from '@playhub/contract'
import { playReportMs } from '@playhub/contract/plays/limits'
import { apiHeaders } from '../../lib/api/api.ts'
import { keepsCookies } from '../../lib/browser/storage.ts'

const maxErrors = 20
const maxCount = 1_000_000
/** A play lasts a day at most. */
const MAX_SECONDS = 86_400

export interface PlayReporter {
  /** @param total  How often it came since the game's page was loaded. */
  addError(message: string, total: number): void
  setStartBytes(bytes: number): void
  /** The last error's text; null for none. */
  lastError(): string | null
  /** Sends the rest. */
  stop(): void
}

/** The last play's, whose frame may be made again. */
let lastPlay = { playId: '', activeMs: 0 }

/** Tells the hub how long a play lasts, every five minutes and whenever the page may go away. */
export function reportPlay(playId: string, send = sendReport): PlayReporter {
  const errors = new Map<string, number>()
  const totals = new Map<string, number>()
  let startBytes: number | undefined
  let lastError: string | null = null
  let activeMs = lastPlay.playId === playId ? lastPlay.activeMs : 0
  let visibleSince = isVisible() ? performance.now() : null

  function countTime(): void {
    const now = performance.now()
    if (visibleSince !== null) activeMs += now - visibleSince
    visibleSince = isVisible() ? now : null
  }

  function report(): void {
    countTime()
    const found = [...errors].map(([message, count]) => ({ message, count }))
    errors.clear()
    send({
      playId,
      activeSeconds: Math.min(MAX_SECONDS, Math.floor(activeMs / 1_000)),
      ...(startBytes !== undefined && { startBytes }),
      ...(found.length > 0 && { errors: found }),
    })
    startBytes = undefined
  }

  // Phones may end a hidden page without `pagehide`.
  const onVisibility = () => (isVisible() ? countTime() : report())
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pagehide', report)
  const timer = setInterval(report, playReportMs)

  return {
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
    setStartBytes(bytes) {
      startBytes ??= bytes >= 1 ? Math.floor(bytes) : undefined
    },
    lastError: () => lastError,
    stop() {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', report)
      report()
      lastPlay = { playId, activeMs }
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
  const credentials = keepsCookies() ? 'same-origin' : 'omit'
  // Without a connection the time is in the next report.
  fetch('/api/play/report', { method: 'POST', headers, body, credentials, keepalive: true }).catch(
    () => undefined,
  )
}
