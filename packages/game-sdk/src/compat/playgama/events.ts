import type { Listener } from '../../emitter.ts'
import { createEvents as createSharedEvents, type Events as SharedEvents } from '../shared/events.ts'

interface Events extends SharedEvents {
  once(event: string, listener: Listener): void
}

export function createEvents(): Events {
  const events = createSharedEvents()
  return {
    ...events,
    once(event, listener) {
      const stop = events.on(event, (payload: never) => {
        stop()
        listener(payload)
      })
    },
  }
}
