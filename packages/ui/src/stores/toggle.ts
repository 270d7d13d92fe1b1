import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'

/** Whether something is shown that any part of the page may open. */
export function createToggle() {
  const { subscribe, emit } = createEmitter()
  let isShown = false
  const set = (next: boolean) => () => {
    isShown = next
    emit()
  }
  return {
    show: set(true),
    hide: set(false),
    useIsShown: () => useSyncExternalStore(subscribe, () => isShown),
  }
}
