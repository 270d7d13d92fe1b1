import { useEffect, useRef } from 'react'
import { type Location, useLocation } from 'react-router'
import { normalisePath } from '../../lib/language/language.ts'

/** The focused element when the current navigation started. */
let focusBefore: Element | null = null

type NavigationSource = {
  subscribe(listener: (state: { location: Location; navigation: { location?: Location } }) => void): unknown
}

/** Records the focus as each navigation starts, to detect whether it moves while the next screen loads. */
export function trackFocusBeforeNavigation(router: NavigationSource): void {
  let target: Location | undefined
  router.subscribe(({ location, navigation }) => {
    const next = navigation.location ?? location
    if (next === target) return
    target = next
    focusBefore = document.activeElement
  })
}

/**
 * Moves the focus to a new screen's heading, for screen readers, unless the focus has meanwhile moved to a lasting
 * element, such as a menu in the header.
 */
export function useFocusAfterNavigation(): void {
  const path = normalisePath(useLocation().pathname)
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    if (!hasFocusMoved()) focusHeading()
  }, [path])
}

/** Compares with the start of the navigation, because effects may run long after the screen is painted. */
const hasFocusMoved = () => document.activeElement !== document.body && document.activeElement !== focusBefore

/** Moves the focus to the heading when the focused element is removed and nothing else takes the focus. */
export function useFocusNeverLost(): void {
  useEffect(() => {
    let focused: EventTarget | null = null
    const onFocusIn = ({ target }: FocusEvent) => {
      focused = target
    }
    const observer = new MutationObserver(() => {
      if (!(focused instanceof Element) || focused.isConnected) return
      focused = null
      // Wait a frame: the replacement may take the focus.
      requestAnimationFrame(() => document.activeElement === document.body && focusHeading())
    })
    addEventListener('focusin', onFocusIn)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      removeEventListener('focusin', onFocusIn)
      observer.disconnect()
    }
  }, [])
}

function focusHeading(): void {
  const heading = document.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
