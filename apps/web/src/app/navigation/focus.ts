import { useEffect, useRef } from 'react'
import { type Location, useLocation } from 'react-router'
import { shapeOfPath } from '../../lib/language/language.ts'

/** What had the focus when the reader set out for the screen that is on its way, or has come. */
let leftFrom: Element | null = null

type Journeys = {
  subscribe(tell: (state: { location: Location; navigation: { location?: Location } }) => void): unknown
}

/** Notes where the reader sets out from, so that a screen which takes its time knows what they did meanwhile. */
export function noteDepartures(router: Journeys): void {
  let goal: Location | undefined
  router.subscribe(({ location, navigation }) => {
    const next = navigation.location ?? location
    if (next === goal) return
    goal = next
    leftFrom = document.activeElement
  })
}

/**
 * After moving to another screen the focus goes to its heading, which a screen reader then reads; not where the reader
 * has turned to something else that stays, such as a menu of the header.
 */
export function useFocusAfterNavigation(): void {
  const shape = shapeOfPath(useLocation().pathname)
  const shown = useRef(shape)
  useEffect(() => {
    if (shown.current === shape) return
    shown.current = shape
    if (!hasFocusMoved()) focusHeading()
  }, [shape])
}

/** Effects may run well after the screen is seen, so that what had the focus then would say too little. */
const hasFocusMoved = () => document.activeElement !== document.body && document.activeElement !== leftFrom

/**
 * When what has the focus leaves the page and nothing else takes it, the heading does. Without that, somebody who does
 * not see the page would be nowhere.
 */
export function useFocusNeverLost(): void {
  useEffect(() => {
    let holder: EventTarget | null = null
    const note = ({ target }: FocusEvent) => {
      holder = target
    }
    const watch = new MutationObserver(() => {
      if (!(holder instanceof Element) || holder.isConnected) return
      holder = null
      // What came instead may be about to take it.
      requestAnimationFrame(() => document.activeElement === document.body && focusHeading())
    })
    addEventListener('focusin', note)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      removeEventListener('focusin', note)
      watch.disconnect()
    }
  }, [])
}

function focusHeading(): void {
  const heading = document.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
