/** Nothing came in this time: the game's server hangs. */
const LOAD_TIMEOUT_MS = 20_000
/** A loaded game that says nothing for so long is looked after: it may be the browser's own error page. */
const SILENCE_MS = 1_500
/** A game that spoke but never says `ready` is shown all the same. */
const READY_TIMEOUT_MS = 10_000

/** `loading` shows our screen, `shown` the game, `failed` a way to try again. */
export type FrameState = 'loading' | 'shown' | 'failed'

export interface FrameLife {
  loaded(): void
  heard(from: 'sdk' | 'legacy'): void
  ready(): void
  stop(): void
}

/**
 * Tells from the outside how a frame of another origin is doing. A browser reports `load` for its own "cannot
 * connect" page too, so a silent frame is only believed after `isReachable` says that its server answers.
 */
export function createFrameLife(
  isReachable: () => Promise<boolean>,
  onChange: (state: FrameState) => void,
): FrameLife {
  let state: FrameState = 'loading'
  let hasSpoken = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function become(next: FrameState): void {
    clearTimeout(timer)
    if (state === next) return
    state = next
    onChange(next)
  }

  function wait(ms: number, then: () => void): void {
    clearTimeout(timer)
    timer = setTimeout(then, ms)
  }

  async function lookAfter(): Promise<void> {
    const isThere = await isReachable()
    if (!hasSpoken && state === 'loading') become(isThere ? 'shown' : 'failed')
  }

  wait(LOAD_TIMEOUT_MS, () => become('failed'))
  return {
    loaded() {
      if (state === 'loading' && !hasSpoken) wait(SILENCE_MS, lookAfter)
    },
    heard(from) {
      const isFirst = !hasSpoken
      hasSpoken = true
      if (from === 'legacy') become('shown')
      else if (isFirst && state !== 'shown') wait(READY_TIMEOUT_MS, () => become('shown'))
    },
    ready: () => become('shown'),
    stop: () => clearTimeout(timer),
  }
}

/**
 * Whether a server answers at this address, whatever it answers. Where the hub's own content policy forbids to ask,
 * the benefit of the doubt.
 */
export async function isReachable(address: string): Promise<boolean> {
  let isForbidden = false
  const onViolation = () => {
    isForbidden = true
  }
  document.addEventListener('securitypolicyviolation', onViolation)
  try {
    await fetch(address, { mode: 'no-cors', credentials: 'omit' })
    return true
  } catch {
    await new Promise((reported) => setTimeout(reported)) // a violation is reported in a task of its own
    return isForbidden
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation)
  }
}
