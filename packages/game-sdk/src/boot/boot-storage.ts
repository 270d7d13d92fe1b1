/**
 * Replaces `localStorage` by one save of the player, also where the browser refuses storage. The hub writes this script
 * behind the boot script into pages of games with `saves: auto`.
 */
import { BOOT, type BootEvent, type BootRequest, type StorageRequest } from '@playhub/contract/boot-messages'
import type { SavedValue, StartData } from '@playhub/contract/bridge-protocol'
import { maxSavesBytes, storageSaveKey } from '@playhub/contract/saves/limits'
import { takeStartData } from '../start-data.ts'
import { createStorage, measureItems, replaceItems } from '../storage.ts'
import { markerKey } from './databases/marker.ts'
import { createUnsentItems, isEntry } from './unsent-items.ts'

const INTERVAL_MS = 500
const LEFT_MS = 3_000

/** The last message of a page being left may be lost, so the next one sends it again. */
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
}

/** @returns takes what the hub's page tells */
function saveLocalStorage(
  start: StartData,
  report: (event: BootEvent) => void,
): (request: StorageRequest) => void {
  start.saves ??= {}
  const { saves } = start
  const saved: KeptSave | undefined = saves[storageSaveKey]
  const browserStorage = window.localStorage
  const otherSaves = Object.entries(saves).filter(([key]) => key !== storageSaveKey)
  const maxBytes = maxSavesBytes - new Blob(otherSaves.map(([, { value }]) => value)).size
  const { storage, items } = createStorage(onChange, maxBytes)
  /** The browser's own items: at a player's first start they move in. */
  const isMovedIn = !saved || saved.isMovedIn
  const unsent = createUnsentItems(start.player.id, browserStorage)
  let version = saved?.version ?? 0
  let isChanged = false
  let number = 0
  let nextAt = 0
  let timer: number | undefined
  let isKeeping = false
  /** The page may be closing: timers may never fire. */
  let leftAt = Number.NEGATIVE_INFINITY

  /** Changes of one task are one write, and so are those of 500 ms. */
  function onChange(): void {
    isChanged = true
    timer ??= window.setTimeout(send, nextAt - performance.now())
    if (document.hidden || performance.now() < leftAt + INTERVAL_MS) {
      send()
      keep()
    } else if (!isKeeping) {
      isKeeping = true
      queueMicrotask(keep)
    }
  }

  function keep(): void {
    isKeeping = false
    unsent.keep(items, version)
  }

  function send(): void {
    clearTimeout(timer)
    timer = undefined
    if (!isChanged) return
    isChanged = false
    nextAt = performance.now() + INTERVAL_MS
    number += 1
    unsent.send(items, number)
    report({ event: 'storage', value: JSON.stringify(items), version, number })
  }

  function leave(): void {
    leftAt = performance.now()
    send()
  }

  if (saved) {
    replaceItems(items, JSON.parse(saved.value))
    if (!saved.isUnsent) unsent.confirm(items)
  } else {
    const moving = listOwnKeys(browserStorage).map((key) => [key, browserStorage.getItem(key) ?? ''])
    replaceItems(items, Object.fromEntries(moving))
    // Items too large for the hub stay on this device.
    if (measureItems(items) > maxBytes) return () => {}
  }
  unsent.restore(items, saved)
  // An open page saves its own soon.
  setTimeout(() => {
    const left = unsent.takeLeft(items)
    if (left) report({ event: 'storage', ...left, number })
  }, LEFT_MS)
  if (saved?.isUnsent || unsent.keep(items, version)) onChange()
  // Found by a reload.
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
  Object.defineProperty(start, 'ownStorage', { value: browserStorage })
  Object.defineProperty(window, 'localStorage', { value: storage, enumerable: true })
  // Before the game's own listeners, whose changes are sent at once.
  for (const event of ['beforeunload', 'visibilitychange', 'pagehide']) addEventListener(event, leave, true)

  return (request) => {
    if (request.value !== undefined) {
      // The hub's page merges changes in flight.
      if (isChanged) return
      const before = { ...items }
      replaceItems(items, JSON.parse(request.value))
      announceChanges(before, items)
      unsent.confirm(items)
    } else if (request.number !== undefined) unsent.confirmReport(request.number)
    version = request.version
    if (isMovedIn) for (const key of listOwnKeys(browserStorage)) browserStorage.removeItem(key)
    unsent.keep(items, version)
  }
}

/** The items of the game. */
function listOwnKeys(storage: Storage): string[] {
  return Object.keys(storage).filter((key) => key !== markerKey && !isEntry(key))
}

/** Simulates the browser's events for other tabs. */
function announceChanges(before: Record<string, string>, after: Record<string, string>): void {
  for (const key of Object.keys({ ...before, ...after })) {
    const [oldValue = null, newValue = null] = [before[key], after[key]]
    if (oldValue !== newValue) dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }))
  }
}
