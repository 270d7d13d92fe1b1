import { createEmitter } from '@playhub/ui/stores/emitter.ts'
import { useSyncExternalStore } from 'react'
import { localStore } from '../../lib/browser/storage.ts'

/** The running game, as the bar above it needs to know it. */
export interface CurrentPlay {
  project: string
  /** Null for a game at an address of its own, or when the hub did not tell. */
  buildNumber: number | null
  /** True when the game listens to the sound button. */
  hasSound: boolean
  /** The player's choice for all games, kept in this browser. */
  isMuted: boolean
  lastError: string | null
  /** Launch parameters in the link of the share button. */
  invite: Record<string, string>
  /** The player's activity, as the game reports it. */
  context: string | null
  /** The game keeps its progress where it is lost, and the player has not been told. */
  isUnkept: boolean
}

const none: CurrentPlay = {
  project: '',
  buildNumber: null,
  hasSound: false,
  isMuted: false,
  lastError: null,
  invite: {},
  context: null,
  isUnkept: false,
}
const emitter = createEmitter()
const mutedKey = 'playhub-muted'
let current: CurrentPlay = { ...none, isMuted: localStore.get(mutedKey) === 'true' }

export function useCurrentPlay(): CurrentPlay {
  return useSyncExternalStore(
    emitter.subscribe,
    () => current,
    () => none,
  )
}

export function changeCurrentPlay(change: Partial<CurrentPlay>): void {
  if (change.isMuted !== undefined) localStore.set(mutedKey, String(change.isMuted))
  current = { ...current, ...change }
  emitter.emit()
}

/** Another game has started. The sound stays as the player has set it. */
export function setCurrentPlay(project: string, buildNumber: number | null): void {
  changeCurrentPlay({ ...none, project, buildNumber, isMuted: current.isMuted })
}
