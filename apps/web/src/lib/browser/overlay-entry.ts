import { useEffect } from 'react'
import type { ShouldRevalidateFunction } from 'react-router'
import { navigate } from './navigation.ts'

/** A screen over a page has its own history entry, so Back closes the screen and not the page. */
const HASH = '#payment'

const isAtEntry = () => location.hash === HASH
const pageUrl = () => location.pathname + location.search

export function pushOverlayEntry(): void {
  navigate(pageUrl() + HASH)
}

/** Goes back to the page's entry, unless the Back button has done so. Resolves when it is current. */
export function leaveOverlayEntry(): Promise<void> {
  if (!isAtEntry()) return Promise.resolve()
  return new Promise((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true })
    history.back()
  })
}

type OverlayState = {
  isOpen(): boolean
  /** The Back button was pressed. @returns whether the screen stays open, such as to ask a question */
  onBack(): boolean
}

/**
 * Follows the Back button while a screen is open. Afterwards, its entry shows the page: on Forward, and after a reload.
 */
export function useOverlayEntry(overlay: OverlayState): void {
  useEffect(() => {
    const dropDeadEntry = () => {
      if (isAtEntry() && !overlay.isOpen()) navigate(pageUrl(), { replace: true })
    }
    const onPop = () => {
      dropDeadEntry()
      if (isAtEntry() || !overlay.isOpen()) return
      // Returns to the entry. Browsers skip a new one on Back, because no player gesture has created it.
      if (overlay.onBack()) history.forward()
    }
    dropDeadEntry()
    addEventListener('popstate', onPop)
    return () => removeEventListener('popstate', onPop)
  }, [overlay])
}

/** Keeps the page data below the screen: by default, the router loads it again when the hash is removed. */
export const keepDataUnderOverlay: ShouldRevalidateFunction = (navigation) => {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = navigation
  const isOverlayChange =
    currentUrl.hash !== nextUrl.hash &&
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.search === nextUrl.search
  return !isOverlayChange && defaultShouldRevalidate
}
