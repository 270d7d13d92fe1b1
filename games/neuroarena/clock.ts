import { STEP_S } from './core/arena.ts'

/** After a stall the run goes on from where it was instead of jumping. */
const LONGEST_FRAME_S = 0.1

export interface Clock {
  setRunning(isRunning: boolean): void
}

/**
 * Turns frames of any length into steps of one length; asks for no frame while the game stands still.
 * @param step   Advances the rules by `STEP_S`.
 * @param frame  Draws; gets the seconds since the last frame.
 */
export function createClock(step: () => void, frame: (seconds: number) => void): Clock {
  let isRunning = false
  let last: number | null = null
  let owed = 0

  function tick(now: number): void {
    const seconds = last === null ? 0 : Math.min((now - last) / 1000, LONGEST_FRAME_S)
    last = now
    // A little early is on time: a display of 60 frames must not alternate between no step and two.
    for (owed += seconds; owed > STEP_S * 0.75 && isRunning; owed -= STEP_S) step()
    frame(seconds)
    if (isRunning) requestAnimationFrame(tick)
    else last = null
  }

  return {
    setRunning(running) {
      if (running && !isRunning) owed = 0
      if (running && last === null && !isRunning) requestAnimationFrame(tick)
      isRunning = running
    },
  }
}
