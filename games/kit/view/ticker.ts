import { type Ease, linear } from './easing.ts'

interface Tween {
  readonly ms: number
  readonly delay?: number
  readonly ease?: Ease
  step(progress: number): void
}

export interface Ticker {
  /** Resolves when the movement has come to its end. */
  tween(tween: Tween): Promise<void>
  /** Asks for one more frame, because something looks different now. */
  invalidate(): void
  setPaused(isPaused: boolean): void
}

/** After a stall (a hidden tab) movements go on from where they were instead of jumping. */
const LONGEST_FRAME_MS = 50

interface Running extends Tween {
  age: number
  done(): void
}

/**
 * Draws only while something moves, so a resting board costs nothing.
 * @param draw  Draws one frame that is `elapsedMs` after the last; answers whether it wants another.
 */
export function createTicker(draw: (elapsedMs: number) => boolean): Ticker {
  const running = new Set<Running>()
  let last: number | null = null
  let isRequested = false
  let isPaused = false

  function advance(tween: Running, elapsed: number): void {
    tween.age += elapsed
    const progress = Math.min(1, Math.max(0, (tween.age - (tween.delay ?? 0)) / tween.ms))
    if (tween.age < (tween.delay ?? 0)) return
    tween.step((tween.ease ?? linear)(progress))
    if (progress < 1) return
    running.delete(tween)
    tween.done()
  }

  function frame(now: number): void {
    isRequested = false
    const elapsed = last === null ? 0 : Math.min(now - last, LONGEST_FRAME_MS)
    last = now
    if (!isPaused) for (const tween of [...running]) advance(tween, elapsed)
    const wantsMore = draw(isPaused ? 0 : elapsed)
    if (!isPaused && (running.size > 0 || wantsMore)) request()
    else last = null
  }

  function request(): void {
    if (isRequested) return
    isRequested = true
    requestAnimationFrame(frame)
  }

  return {
    tween: (tween) =>
      new Promise((done) => {
        running.add({ ...tween, age: 0, done })
        request()
      }),
    invalidate: request,
    setPaused(paused) {
      isPaused = paused
      request()
    },
  }
}
