import { useSyncExternalStore } from 'react'

/**
 * Place of dialogs and toasts: in the full-screen element, since nothing outside it can be seen. A full-screen frame
 * cannot hold them.
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
