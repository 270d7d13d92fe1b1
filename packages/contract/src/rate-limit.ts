/** A claim that is true at most `perSecond` times in any second begun by the first one. */
export function createRateLimit(perSecond: number, now = () => performance.now()): () => boolean {
  let startedAt = Number.NEGATIVE_INFINITY
  let count = 0
  return () => {
    const instant = now()
    if (instant - startedAt >= 1_000) {
      startedAt = instant
      count = 0
    }
    return ++count <= perSecond
  }
}
