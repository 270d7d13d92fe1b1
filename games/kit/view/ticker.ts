/** Maps linear progress 0..1 to eased progress. */
export type Ease = (progress: number) => number

const linear: Ease = (t) => t
export const easeInOut: Ease = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2)
/** Runs a little past the end and comes back. */
export const overshoot: Ease = (t) => 1 + 2.7 * (t - 1) ** 3 + 1.7 * (t - 1) ** 2

/** Accelerates, lands 76 % through, then bounces once by 6 %. */
export const bounce: Ease = (t) => {
  const landing = 0.76
  if (t < landing) return (t / landing) ** 2
  const hop = (t - landing) / (1 - landing)
  return 1 - 0.06 * 4 * hop * (1 - hop)
}

interface Tween {
  readonly ms: number
  readonly delay?: number
  readonly ease?: Ease
  step(progress: number): void
}

interface RunningTween extends Tween {
  ageMs: number
  done(): void
}

export interface Ticker {
  /** Resolves when the tween has ended. */
  tween(tween: Tween): Promise<void>
  /** Requests one more frame. */
  invalidate(): void
  setPaused(isPaused: boolean): void
}

/** Caps the time step, so tweens continue without a jump after a stall (a hidden tab). */
const MAX_FRAME_MS = 50

/**
 * An animation loop with frames only while something moves.
 * @param draw  Draws one frame, `elapsedMs` after the last; returns whether it needs another.
 */
export function createTicker(draw: (elapsedMs: number) => boolean): Ticker {
  const running = new Set<RunningTween>()
  let lastFrameAt: number | null = null
  let isRequested = false
  let isPaused = false

  function advance(tween: RunningTween, elapsedMs: number): void {
    tween.ageMs += elapsedMs
    const delay = tween.delay ?? 0
    if (tween.ageMs < delay) return
    const progress = Math.min(1, (tween.ageMs - delay) / tween.ms)
    tween.step((tween.ease ?? linear)(progress))
    if (progress < 1) return
    running.delete(tween)
    tween.done()
  }

  function frame(now: number): void {
    isRequested = false
    const elapsedMs = lastFrameAt === null ? 0 : Math.min(now - lastFrameAt, MAX_FRAME_MS)
    lastFrameAt = now
    if (!isPaused) for (const tween of [...running]) advance(tween, elapsedMs)
    const needsFrame = draw(isPaused ? 0 : elapsedMs)
    if (!isPaused && (running.size > 0 || needsFrame)) request()
    else lastFrameAt = null
  }

  function request(): void {
    if (isRequested) return
    isRequested = true
    requestAnimationFrame(frame)
  }

  return {
    tween: (tween) =>
      new Promise((done) => {
        running.add({ ...tween, ageMs: 0, done })
        request()
      }),
    invalidate: request,
    setPaused(paused) {
      isPaused = paused
      request()
    },
  }
}
