import { onFullScreen } from '@playhub/ui/overlay-root.ts'
import { createEmitter } from '@playhub/ui/stores/emitter.ts'
import { useSyncExternalStore } from 'react'
import { focusGame } from '../frame-focus.ts'

/** The full-screen element: the frame and everything over it, without the bar. */
export const GAME_CONTAINER_ID = 'game-container'

const emitter = createEmitter()
/** Where no element can fill the screen, as on iPhones, the bar slides away instead. */
let isBarHidden = false

/** Tells if the game fills the screen, or at least the page. */
export function useIsFullScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isBarHidden || document.fullscreenElement !== null,
    () => false,
  )
}

/** Tells if the bar is hidden in place of real full screen. */
export function useIsBarHidden(): boolean {
  return useSyncExternalStore(
    emitter.subscribe,
    () => isBarHidden,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  const stop = emitter.subscribe(listener)
  const stopFullScreen = onFullScreen(listener)
  return () => {
    stop()
    stopFullScreen()
  }
}

/** @param orientation  How the device is held to play; a phone keeps it while the game fills the screen. */
export async function enterFullScreen(orientation: 'any' | 'landscape' | 'portrait'): Promise<void> {
  focusGame()
  const container = document.getElementById(GAME_CONTAINER_ID)
  if (!document.fullscreenEnabled || !container) return setBarHidden(true)
  try {
    await container.requestFullscreen()
  } catch {
    return
  }
  focusGame()
  if (orientation !== 'any') await lockOrientation(orientation)
}

export async function leaveFullScreen(): Promise<void> {
  setBarHidden(false)
  if (document.fullscreenElement !== null) await document.exitFullscreen().catch(() => undefined)
  focusGame()
}

/** A frame made full screen by the game itself would cover the hub's own elements. */
export async function leaveFrameFullScreen(): Promise<void> {
  if (document.fullscreenElement instanceof HTMLIFrameElement)
    await document.exitFullscreen().catch(() => undefined)
}

/** When the game's page is left. */
export function resetFullScreen(): void {
  setBarHidden(false)
}

function setBarHidden(isHidden: boolean): void {
  isBarHidden = isHidden
  emitter.emit()
}

/** Not in TypeScript's library; desktop browsers refuse it. */
type LockableOrientation = ScreenOrientation & { lock?(orientation: string): Promise<void> }

async function lockOrientation(orientation: 'landscape' | 'portrait'): Promise<void> {
  const screenOrientation: LockableOrientation = screen.orientation
  await screenOrientation.lock?.(orientation).catch(() => undefined)
}
