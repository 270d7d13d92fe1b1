import { call } from '../../lib/api/api.ts'
import { tabStore } from '../../lib/browser/storage.ts'

/** Without a `load` event for this long, the game's server does not respond. */
const LOAD_TIMEOUT_MS = 20_000
/** A loaded frame without messages for this long may show the browser's error page, so its server is probed. */
const SILENCE_TIMEOUT_MS = 1_500
/** A game with messages but without `ready` is shown after this time. */
const READY_TIMEOUT_MS = 10_000
const PROBE_TIMEOUT_MS = 8_000

/** `loading` shows our loading screen, `shown` the game, `failed` and `refused` (the server responds with an error) a retry button. */
export type FrameStatus = 'loading' | Probed

/** The status of a silent frame's page. */
export type Probed = 'shown' | 'failed' | 'refused'

export interface FrameMonitor {
  onLoad(): void
  /** The frame has a page of the hub's own build, and no server's error page. */
  onBuild(): void
  onMessage(protocol: 'sdk' | 'legacy'): void
  onReady(): void
  stop(): void
}

/**
 * Infers a cross-origin frame's status. Browsers fire `load` for error pages too, so a silent frame is only shown after
 * its server has been probed.
 */
export function monitorFrame(
  probeServer: () => Promise<Probed>,
  onChange: (status: FrameStatus) => void,
): FrameMonitor {
  let status: FrameStatus = 'loading'
  let hasMessage = false
  let isBuild = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function change(next: FrameStatus): void {
    clearTimeout(timer)
    if (status === next) return
    status = next
    onChange(next)
  }

  function schedule(ms: number, action: () => void): void {
    clearTimeout(timer)
    timer = setTimeout(action, ms)
  }

  async function probe(): Promise<void> {
    const probed = isBuild ? 'shown' : await probeServer()
    if (!hasMessage && status === 'loading') change(isBuild ? 'shown' : probed)
  }

  schedule(LOAD_TIMEOUT_MS, () => change('failed'))
  return {
    onLoad() {
      if (status === 'loading' && !hasMessage) schedule(SILENCE_TIMEOUT_MS, probe)
    },
    onBuild() {
      isBuild = true
    },
    onMessage(protocol) {
      const isFirst = !hasMessage
      hasMessage = true
      if (protocol === 'legacy') change('shown')
      else if (isFirst && status !== 'shown') schedule(READY_TIMEOUT_MS, () => change('shown'))
    },
    onReady: () => change('shown'),
    stop: () => clearTimeout(timer),
  }
}

interface ProbedFrame {
  project: string
  iframeUrl: string
  isHosted: boolean
}

/**
 * Determines the content of a silent frame. A page may read the status of a build, but not of a game at its own server,
 * which the hub requests instead. A server may hide it from both: its game is shown.
 */
export async function probeServer({ project, iframeUrl, isHosted }: ProbedFrame): Promise<Probed> {
  const response = await request(iframeUrl, isHosted ? 'cors' : 'no-cors')
  if (response === null) return 'failed'
  if (response === 'blocked') return 'shown'
  if (isHosted) return response.ok ? 'shown' : 'refused'
  if (tabStore.get(toShownKey(project)) !== null) return 'shown'
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
  const known = await call('GET /play/frame-status', { query: { project } }, { signal }).catch(() => null)
  return (known?.data.result.status ?? 0) >= 400 ? 'refused' : 'shown'
}

const toShownKey = (project: string) => `playhub-shown-${project}`

/** The player wants to see what the server responds, in this tab. */
export function showRefused(project: string): void {
  tabStore.set(toShownKey(project), 'true')
}

/** @returns null without a response, and `blocked` by the hub's own content security policy: nothing is known then. */
async function request(url: string, mode: 'cors' | 'no-cors'): Promise<Response | 'blocked' | null> {
  let isBlocked = false
  const onViolation = () => {
    isBlocked = true
  }
  document.addEventListener('securitypolicyviolation', onViolation)
  try {
    return await fetch(url, { mode, credentials: 'omit', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
  } catch {
    await new Promise((resolve) => setTimeout(resolve)) // The violation is reported in a separate task.
    return isBlocked ? 'blocked' : null
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation)
  }
}
