/** Loads before the place is on the screen, so it answers when it is. */
const nearMargin = '600px 0px'

/**
 * Runs once the place is on the screen, or nearly.
 * @returns stops waiting
 */
export function whenNear(place: Element | null, run: () => unknown): () => void {
  if (!place) return () => {}
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      run()
    },
    { rootMargin: nearMargin },
  )
  observer.observe(place)
  return () => observer.disconnect()
}
