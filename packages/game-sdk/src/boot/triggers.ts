/** Returns a function to run `run` once for all its calls within `ms`. */
export function throttle(ms: number, run: () => void): () => void {
  let isWaiting = false
  return () => {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      run()
    }, ms)
  }
}

/** The events with which a browser lets a page start sound. */
const INPUTS = ['pointerup', 'mousedown', 'keydown', 'touchend']

/** Runs once, before the game's own listeners. */
export function onFirstInput(run: () => void): void {
  const input = new AbortController()
  const listener = () => {
    input.abort()
    run()
  }
  for (const name of INPUTS) addEventListener(name, listener, { capture: true, signal: input.signal })
}
