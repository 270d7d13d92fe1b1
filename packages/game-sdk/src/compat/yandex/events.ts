import type { SDK } from 'ysdk'
import { createEmitter } from '../shared/emitter.ts'
import type { Portal } from '../shared/portal.ts'

/** Pause and resume are the hub's; the history and the choice of an account stay outside a game's frame. */
export function createEvents(portal: Portal): Pick<SDK, 'on' | 'off' | 'onEvent' | 'dispatchEvent'> {
  const { on, off, emit } = createEmitter()
  portal.onPause((isPaused) => emit(isPaused ? 'game_api_pause' : 'game_api_resume'))
  return { on, off, onEvent: on, dispatchEvent: async () => {} }
}
