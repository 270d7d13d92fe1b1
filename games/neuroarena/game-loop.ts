import { STEP_S } from './core/arena.ts'

/** Caps the frame time, so the run continues without a jump after a stall. */
const MAX_FRAME_S = 0.1

export interface GameLoop {
  setRunning(isRunning: boolean): void
}

/**
 * A loop with a fixed time step. Requests no frames while the game is paused.
 * @param step   Advances the simulation by `STEP_S`.
 * @param frame  Draws; receives the seconds since the last frame.
 */
export function createGameLoop(step: () => void, frame: (seconds: number) => void): GameLoop {
  let isRunning = false
  let last: number | null = null
  let pendingS = 0

  function tick(now: number): void {
    const seconds = last === null ? 0 : Math.min((now - last) / 1000, MAX_FRAME_S)
    last = now
    // Steps may run up to a quarter early, so a 60 Hz display gets one step per frame and not 0 and 2 in turn.
    for (pendingS += seconds; pendingS > STEP_S * 0.75 && isRunning; pendingS -= STEP_S) step()
    frame(seconds)
    if (isRunning) requestAnimationFrame(tick)
    else last = null
  }

  return {
    setRunning(running) {
      if (running && !isRunning) pendingS = 0
      if (running && last === null && !isRunning) requestAnimationFrame(tick)
      isRunning = running
    },
  }
}
