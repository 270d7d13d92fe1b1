import { createEmitter } from '@playhub/ui/stores/emitter.ts'
import { useSyncExternalStore } from 'react'
import { tabStore } from '../browser/storage.ts'

const PROBE_INTERVAL_MS = 3_000
/** Pauses before each further try when a page fails to load although the hub responds. */
const RETRY_PAUSES_MS = [1_000, 3_000, 10_000, 30_000]
/** The shortest pause comes next after this time without a try. */
const FORGET_RETRIES_MS = 2 * 60_000
const RETRIES_KEY = 'playhub-load-retries'

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

/**
 * A page failed to load. Settles when another try makes sense: when the hub responds again, or the browser is
 * back online. If the hub responds already, the failure was short or not a connection failure, so tries are
 * few, and further and further apart.
 */
export async function untilReconnected(): Promise<void> {
  if (await respondsNow()) await untilOnlineOrLater(nextPauseMs())
  else await untilReachable()
}

/** Counts in the tab's storage, because a try may reload the page. @returns  undefined after the last try */
function nextPauseMs(): number | undefined {
  const [tries = 0, triedAt = 0] = (tabStore.get(RETRIES_KEY) ?? '').split(' ').map(Number)
  const isForgotten = Date.now() - triedAt > FORGET_RETRIES_MS
  const index = isForgotten ? 0 : tries
  tabStore.set(RETRIES_KEY, `${index + 1} ${Date.now()}`)
  return RETRY_PAUSES_MS[index]
}

/** Probes the hub until it responds: at once, when the browser is back online, and every few seconds. */
function untilReachable(): Promise<void> {
  probing ??= probe().finally(() => {
    probing = null
  })
  return probing
}

async function probe(): Promise<void> {
  while (!(await respondsNow())) await untilOnlineOrLater(PROBE_INTERVAL_MS)
}

const respondsNow = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', credentials: 'omit' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** @param delayMs  Absent: waits for the browser to be back online, without limit. */
function untilOnlineOrLater(delayMs: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = delayMs === undefined ? undefined : setTimeout(go, delayMs)
    addEventListener('online', go)
  })
}
