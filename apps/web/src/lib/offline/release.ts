import { createEmitter } from '@playhub/ui/stores/emitter.ts'
import { useSyncExternalStore } from 'react'

const emitter = createEmitter()
let isOutdated = false

/** True when a newer release than this page's is installed, and the player has not been asked yet. */
export const useIsOutdated = () =>
  useSyncExternalStore(
    emitter.subscribe,
    () => isOutdated,
    () => false,
  )

export function setOutdated(value: boolean): void {
  isOutdated = value
  emitter.emit()
}
