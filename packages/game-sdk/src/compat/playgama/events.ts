import type { Emitter, Listener } from '../../emitter.ts'
import { createEvents as createSharedEvents } from '../shared/events.ts'

/** One for the bridge: each of its modules tells the events of all. */
export interface Events extends Pick<Emitter, 'emit'> {
  events: {
    on(event: string, listener: Listener): void
    off(event: string, listener: Listener): void
    once(event: string, listener: Listener): void
  }
}

export function createEvents(): Events {
  const { emit, on, off } = createSharedEvents()
  return {
    emit,
    events: {
      on,
      off,
      once(event, listener) {
        const stop = on(event, (payload: never) => {
          stop()
          listener(payload)
        })
      },
    },
  }
}
