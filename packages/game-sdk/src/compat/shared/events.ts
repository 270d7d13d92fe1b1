import { createEmitter, type Emitter, type Listener, type Listeners } from '../../emitter.ts'

export interface Events extends Emitter {
  off(event: string, listener: Listener): void
}

/** Aliases of `on` in the portals' SDKs. */
export function createEvents(): Events {
  const listeners: Listeners = new Map()
  const { on, emit } = createEmitter(listeners)
  return {
    on,
    emit,
    off: (event, listener) => void listeners.get(event)?.delete(listener),
  }
}
