import { useSyncExternalStore } from 'react'
import { createEmitter } from '../../lib/browser/emitter.ts'

/** The running game, as the bar above it needs to know it. */
export interface CurrentPlay {
  project: string
  /** Null for a game at an address of its own, or when the hub did not tell. */
  buildNumber: number | null
  /** True when the game listens to the sound button. */
  hasSound: boolean
  isMuted: boolean
  lastError: string | null
  /** Launch parameters in the link of the share button. */
  invite: Record<string, string>
  /** What the player is doing, as the game says. */
  context: string | null
}

const none: CurrentPlay = {
  project: '',
  buildNumber: null,
  hasSound: false,
  isMuted: false,
  lastError: null,
  invite: {},
  context: null,
}
const emitter = createEmitter()
let current = none

export function useCurrentPlay(): CurrentPlay {
  return useSyncExternalStore(
    emitter.subscribe,
    () => current,
    () => none,
  )
}

export function changeCurrentPlay(change: Partial<CurrentPlay>): void {
  current = { ...current, ...change }
  emitter.emit()
}

/** Another game has started. The sound stays as the player has set it. */
export function setCurrentPlay(project: string, buildNumber: number | null): void {
  changeCurrentPlay({ project, buildNumber, hasSound: false, lastError: null, invite: {}, context: null })
}
