import type { SDK } from 'ysdk'
import type { Portal } from '../shared/portal.ts'

type Listener = (...given: unknown[]) => unknown

/** Pause and resume are the hub's; the history and the choice of an account stay outside a game's frame. */
export function createEvents(portal: Portal): Pick<SDK, 'on' | 'off' | 'onEvent' | 'dispatchEvent'> {
  const listeners = new Map<string, Set<Listener>>()
  const off = (event: string, listener: Listener) => void listeners.get(event)?.delete(listener)
  const on = (event: string, listener: Listener) => {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    return () => off(event, listener)
  }
  portal.onPause((isPaused) => {
    for (const listener of listeners.get(isPaused ? 'game_api_pause' : 'game_api_resume') ?? []) listener()
  })
  return { on, off, onEvent: on, dispatchEvent: async () => {} }
}
