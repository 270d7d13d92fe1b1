import { useSyncExternalStore } from 'react'

/**
 * Where dialogs and toasts are: in the element that fills the screen, since nothing outside it can be seen. A frame that
 * fills the screen cannot hold them.
 */
export function findOverlayRoot(): HTMLElement {
  const { fullscreenElement, body } = document
  const canHold =
    fullscreenElement instanceof HTMLElement && !(fullscreenElement instanceof HTMLIFrameElement)
  return canHold ? fullscreenElement : body
}

export function useOverlayRoot(): HTMLElement | undefined {
  return useSyncExternalStore(onFullScreen, findOverlayRoot, () => undefined)
}

/** @returns  ends the subscription */
export function onFullScreen(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
