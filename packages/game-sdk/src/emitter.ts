export type Listener = (payload: never) => unknown
/** By event. */
export type Listeners = Map<string, Set<Listener>>

export interface Emitter {
  /** Returns a function to remove the listener. */
  on(event: string, listener: Listener): () => void
  emit(event: string, payload?: unknown): void
}

export function createEmitter(listeners: Listeners = new Map()): Emitter {
  return {
    on(event, listener) {
      const eventListeners = listeners.get(event) ?? new Set()
      listeners.set(event, eventListeners.add(listener))
      return () => eventListeners.delete(listener)
    },
    emit(event, payload) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(payload as never)
    },
  }
}
