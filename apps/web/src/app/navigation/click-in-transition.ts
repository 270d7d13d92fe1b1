const controls = 'a, button, input, label, summary'

/**
 * Lets a click during a view transition reach the page: a press ends the transition, and the click on `:root`
 * is repeated on the control below it. `pointer-events: none` on `::view-transition` is not enough, because
 * no element in a transition, which includes the whole page, is hit-tested. Without `activeViewTransition`
 * such a click is lost.
 * @see https://github.com/w3c/csswg-drafts/issues/10930
 */
export function allowClicksInTransitions(): void {
  let hasSkipped = false
  const onPointerDown = () => {
    const transition = document.activeViewTransition
    hasSkipped = Boolean(transition)
    transition?.skipTransition()
  }
  addEventListener('pointerdown', onPointerDown, { capture: true })
  addEventListener('click', ({ target, detail, clientX, clientY }) => {
    // A double click's second click is meant for the previous page.
    if (!hasSkipped || detail > 1 || target !== document.documentElement) return
    hasSkipped = false
    const control = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(controls)
    control?.focus({ preventScroll: true })
    control?.click()
  })
}
