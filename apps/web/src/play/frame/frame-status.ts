/** No `load` event for this long means that the game's server does not respond. */
const LOAD_TIMEOUT_MS = 20_000
/** A loaded frame that sends no message for this long may show the browser's error page, so its server is probed. */
const SILENCE_TIMEOUT_MS = 1_500
/** A game that sent a message but never `ready` is shown after this time. */
const READY_TIMEOUT_MS = 10_000

/** `loading` shows our loading screen, `shown` the game, `failed` a retry button. */
export type FrameStatus = 'loading' | 'shown' | 'failed'

export interface FrameMonitor {
  onLoad(): void
  onMessage(protocol: 'sdk' | 'legacy'): void
  onReady(): void
  stop(): void
}

/**
 * Infers a cross-origin frame's status. Browsers fire `load` for their own error pages too, so a silent frame
 * is only shown after `isReachable` confirms that its server responds.
 */
export function monitorFrame(
  isReachable: () => Promise<boolean>,
  onChange: (status: FrameStatus) => void,
): FrameMonitor {
  let status: FrameStatus = 'loading'
  let hasMessage = false
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
    const isUp = await isReachable()
    if (!hasMessage && status === 'loading') change(isUp ? 'shown' : 'failed')
  }

  schedule(LOAD_TIMEOUT_MS, () => change('failed'))
  return {
    onLoad() {
      if (status === 'loading' && !hasMessage) schedule(SILENCE_TIMEOUT_MS, probe)
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

/**
 * True when a server responds at this URL, with whatever status. Also true when the hub's own content
 * security policy blocks the request, because then nothing is known.
 */
export async function isReachable(address: string): Promise<boolean> {
  let isBlocked = false
  const onViolation = () => {
    isBlocked = true
  }
  document.addEventListener('securitypolicyviolation', onViolation)
  try {
    await fetch(address, { mode: 'no-cors', credentials: 'omit' })
    return true
  } catch {
    await new Promise((resolve) => setTimeout(resolve)) // The violation is reported in a separate task.
    return isBlocked
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation)
  }
}
