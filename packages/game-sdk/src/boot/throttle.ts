/** Returns a function that runs `run` once for all its calls within `ms`. */
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
