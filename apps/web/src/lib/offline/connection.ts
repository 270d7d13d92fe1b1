import { useSyncExternalStore } from 'react'
import { createEmitter } from '../browser/emitter.ts'

const PROBE_INTERVAL_MS = 3_000

const emitter = createEmitter()
let isHubReachable = true
let probing: Promise<void> | null = null

/** `navigator.onLine` may be true without a connection, but it is never false with one. */
const isOnline = () => navigator.onLine && isHubReachable

/** False while the browser is offline, and after a page came from the cache because the hub did not respond. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(listen, isOnline, () => true)
}

function listen(onChange: () => void): () => void {
  const stop = emitter.subscribe(onChange)
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    stop()
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** The page came from the cache. @returns  settles when the hub responds again */
export async function waitForHub(): Promise<void> {
  setHubReachable(false)
  await untilReachable()
  setHubReachable(true)
}

function setHubReachable(isReachable: boolean): void {
  isHubReachable = isReachable
  emitter.emit()
}

/** Settles when the hub responds again; if it responds already, when the browser is back online. */
export async function untilReconnected(): Promise<void> {
  if (!(await respondsNow())) return untilReachable()
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
}

/** Probes the hub until it responds: at once, when the browser is back online, and every few seconds. */
function untilReachable(): Promise<void> {
  probing ??= probe().finally(() => {
    probing = null
  })
  return probing
}

async function probe(): Promise<void> {
  while (!(await respondsNow())) await untilOnlineOrLater()
}

const respondsNow = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', credentials: 'omit' }).then(
    ({ ok }) => ok,
    () => false,
  )

function untilOnlineOrLater(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, PROBE_INTERVAL_MS)
    addEventListener('online', go)
  })
}
