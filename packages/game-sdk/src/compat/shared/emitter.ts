type Listener = (...given: never[]) => unknown

export interface Emitter {
  /** Returns a function that removes the listener. */
  on(event: string, listener: Listener): () => void
  off(event: string, listener: Listener): void
  once(event: string, listener: Listener): void
  emit(event: string, ...payload: unknown[]): void
}

export function createEmitter(): Emitter {
  const listeners = new Map<string, Set<Listener>>()
  const off: Emitter['off'] = (event, listener) => void listeners.get(event)?.delete(listener)
  const on: Emitter['on'] = (event, listener) => {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    return () => off(event, listener)
  }
  return {
    on,
    off,
    once(event, listener) {
      const stop = on(event, (...payload: never[]) => {
        stop()
        listener(...payload)
      })
    },
    emit(event, ...payload) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(...(payload as never[]))
    },
  }
}
