import { createEmitter } from '@playhub/ui/stores/emitter.ts'
import { useSyncExternalStore } from 'react'
import { localStore, storageKeys } from '../../lib/browser/storage.ts'

const adultAge = 18
const emitter = createEmitter()

/** Remembers that the visitor is 18 or over, for every game. */
export function confirmAge(): void {
  localStore.set(storageKeys.ageVerified, 'true')
  emitter.emit()
}

/** True while a game with this rating must ask first. On the server, no visitor has confirmed. */
export function useNeedsAge(age: number | null): boolean {
  const isConfirmed = useSyncExternalStore(emitter.subscribe, readConfirmation, () => false)
  return age !== null && age >= adultAge && !isConfirmed
}

const readConfirmation = () => localStore.get(storageKeys.ageVerified) === 'true'
