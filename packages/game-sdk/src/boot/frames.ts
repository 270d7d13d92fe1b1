import type { BootEvent } from '@playhub/contract/boot-messages'
import { onFirstInput } from './triggers.ts'

const SECONDS = 10

/** Counts frames for ten seconds after the first input, and reports the median and the worst second. */
export function measureFrames(report: (event: BootEvent) => void): void {
  onFirstInput(() => requestAnimationFrame(begin))

  function begin(startedAt: number): void {
    const perSecond: number[] = []
    let secondStartedAt = startedAt
    let frames = 0
    const count = (now: number) => {
      // A hidden page draws nothing, so the measurement starts anew.
      if (document.hidden) return void requestAnimationFrame(begin)
      frames += 1
      const elapsedMs = now - secondStartedAt
      if (elapsedMs >= 1_000) {
        perSecond.push((frames * 1_000) / elapsedMs)
        secondStartedAt = now
        frames = 0
      }
      if (perSecond.length < SECONDS) return void requestAnimationFrame(count)
      perSecond.sort((a, b) => a - b)
      report({ event: 'frames', median: perSecond[SECONDS / 2] ?? 0, worst: perSecond[0] ?? 0 })
    }
    requestAnimationFrame(count)
    document.addEventListener('visibilitychange', () => {
      secondStartedAt = performance.now()
      frames = 0
    })
  }
}
