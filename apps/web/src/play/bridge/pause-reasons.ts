/** Who covers the game: the page around it (another tab, a menu), or a question to the player that the game asked. */
type Coverer = 'page' | 'question'

/** Tells the game once that it is covered, however many cover it, and once that it is free again. */
export function createCover(tell: (event: 'pause' | 'resume') => void) {
  const coverers = new Set<Coverer>()
  return {
    put(coverer: Coverer): void {
      if (coverers.size === 0) tell('pause')
      coverers.add(coverer)
    },
    take(coverer: Coverer): void {
      if (coverers.delete(coverer) && coverers.size === 0) tell('resume')
    },
    isOnBy: (coverer: Coverer): boolean => coverers.has(coverer),
  }
}
