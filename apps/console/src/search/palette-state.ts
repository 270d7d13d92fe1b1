import { useSyncExternalStore } from 'react'

let isShown = false
const listeners = new Set<() => void>()

function show(next: boolean): void {
  isShown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const openPalette = () => show(true)
export const closePalette = () => show(false)
export const useIsPaletteOpen = () => useSyncExternalStore(subscribe, () => isShown)
