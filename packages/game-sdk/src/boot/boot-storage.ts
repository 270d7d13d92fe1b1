/**
 * Replaces `localStorage` by one save of the player, also where the browser refuses storage. The hub writes this script
 * behind the boot script into pages of games with `saves: auto`, and into all pages of games without an origin of their
 * own, whose storage is refused: what is not saved lasts as long as the page there.
 */
import { BOOT, type BootEvent, type BootRequest, type StorageRequest } from '@playhub/contract/boot-messages'
import type { SavedValue, StartData } from '@playhub/contract/bridge-protocol'
import { storageSaveKey } from '@playhub/contract/saves/limits'
import { takeStartData } from '../start-data.ts'
import { createStorage, type GameStorage, replaceItems } from '../storage.ts'

const INTERVAL_MS = 500

/** The last message of a page that is left may be lost, so the next one sends it again. */
type KeptSave = SavedValue & { isUnsent?: boolean; isMovedIn?: boolean }

const start = takeStartData()
if (start?.isStorageSaved && window.parent !== window) {
  const receive = saveLocalStorage(start, (event) =>
    window.parent.postMessage({ type: BOOT, playId: start.playId, ...event }, '*'),
  )
  addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || data?.type !== BOOT) return
    const request = data as BootRequest
    if (request.event === 'storage') receive(request)
  })
} else replaceRefusedStorage('localStorage')
replaceRefusedStorage('sessionStorage')

/** @returns takes what the hub's page tells */
function saveLocalStorage(
  start: StartData,
  report: (event: BootEvent) => void,
): (request: StorageRequest) => void {
  start.saves ??= {}
  const { saves } = start
  const saved: KeptSave | undefined = saves[storageSaveKey]
  const browserStorage = findBrowserStorage('localStorage')
  const { storage, items } = createStorage(onChange)
  /** The items that the browser has: at a player's first start they move in. */
  const isMovedIn = !saved || saved.isMovedIn
  let version = saved?.version ?? 0
  let isChanged = false
  let nextAt = 0
  let timer: number | undefined

  /** Changes of one task are one write, and so are those of 500 ms. */
  function onChange(): void {
    isChanged = true
    timer ??= window.setTimeout(send, nextAt - performance.now())
  }

  function send(): void {
    clearTimeout(timer)
    timer = undefined
    if (!isChanged) return
    isChanged = false
    nextAt = performance.now() + INTERVAL_MS
    report({ event: 'storage', value: JSON.stringify(items), version })
  }

  if (saved) replaceItems(items, JSON.parse(saved.value))
  else Object.assign(storage, browserStorage)
  if (saved?.isUnsent) onChange()
  // What a reload finds.
  Object.defineProperty(saves, storageSaveKey, {
    get: (): KeptSave => ({
      value: JSON.stringify(items),
      version,
      savedAt: 0,
      isUnsent: isChanged,
      isMovedIn,
    }),
    set: () => {},
    enumerable: true,
  })
  replaceStorage('localStorage', storage)
  // The page may be closing.
  addEventListener('visibilitychange', send)
  addEventListener('pagehide', send)

  return (request) => {
    if (request.value !== undefined) {
      // The hub's page merges changes that are on their way.
      if (isChanged) return
      const before = { ...items }
      replaceItems(items, JSON.parse(request.value))
      announceChanges(before, items)
    }
    version = request.version
    if (isMovedIn) browserStorage?.clear()
  }
}

/** Reading a refused storage throws, which ends a game that does not expect it. */
function replaceRefusedStorage(name: 'localStorage' | 'sessionStorage'): void {
  if (!findBrowserStorage(name)) replaceStorage(name, createStorage(() => {}).storage)
}

function replaceStorage(name: 'localStorage' | 'sessionStorage', value: GameStorage): void {
  Object.defineProperty(window, name, { value, enumerable: true })
}

function findBrowserStorage(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[name]
  } catch {
    return undefined // refused, or an opaque origin
  }
}

/** As a browser tells other tabs. */
function announceChanges(before: Record<string, string>, after: Record<string, string>): void {
  for (const key of Object.keys({ ...before, ...after })) {
    const [oldValue = null, newValue = null] = [before[key], after[key]]
    if (oldValue !== newValue) dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }))
  }
}
