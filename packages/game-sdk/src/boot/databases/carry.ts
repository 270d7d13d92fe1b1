import type { StorageRequest } from '@playhub/contract/boot-messages'
import type { SavedValue, StartData } from '@playhub/contract/bridge-protocol'
import { databasesSaveKey, maxSavesBytes } from '@playhub/contract/saves/limits'
import { type Marker, readMarker, writeMarker } from './marker.ts'
import {
  findDatabases,
  type Hashes,
  hashItems,
  hasRecords,
  type Items,
  isCarried,
  parseItems,
  readDatabase,
  toPromise,
} from './records.ts'
import { restoreDatabase } from './restore.ts'
import { openUnwatched, watchDatabases } from './watch.ts'

const SETTLE_MS = 1_000
/** Between two saves, and more for large ones: a megabyte goes out every 22 s. */
const INTERVAL_MS = 2_000
const BYTES_PER_MS = 50
const WORKER_INTERVAL_MS = 10_000
const ANSWER_TIMEOUT_MS = 10_000
/** So long after the player's return the hub tells what other devices have saved. */
const RETURN_MS = 10_000

/** A reload of the page may come before the hub has it. */
type KeptSave = SavedValue & { isUnsent?: boolean }

/**
 * Restores the databases of a game before its first script can open them, and sends them when they have changed.
 * @param storage  The browser's own `localStorage`.
 * @returns takes what the hub's page tells
 */
export function carryDatabases(
  start: StartData,
  storage: Storage,
  send: (save: { value: string; version: number }) => void,
): (request: StorageRequest) => void {
  const owner = start.player.id ?? ''
  const saved: KeptSave | undefined = start.isStorageSaved ? start.saves?.[databasesSaveKey] : undefined
  const marker = readMarker(storage)
  const isOwn = marker?.owner === owner
  /** A guest's or an unknown player's items move in where the player has no save. */
  const movesIn = start.isStorageSaved && !saved && (!marker || marker.owner === '')
  const databases = new Set([...(marker?.databases ?? [])])
  const leftOut = new Set<string>()
  const items = parseItems(saved?.value ?? '{}')
  let hubItems = items ?? {}
  let version = saved?.version ?? 0
  let hashes: Hashes = isOwn ? marker.hashes : {}
  let awaited: { items: Items; until: number } | undefined
  let timer: number | undefined
  let nextAt = 0
  let returnedAt = Number.NEGATIVE_INFINITY
  let hasWarned = false

  for (const name of findDatabases(hubItems)) databases.add(name)
  mark(isOwn || movesIn ? owner : null)
  const isRead = items !== null && start.isStorageSaved === true
  const staysAsItIs = movesIn || (isOwn && (!isRead || saved?.isUnsent))
  const restoring = staysAsItIs ? Promise.resolve() : restore()
  /** Never sends what is less than the hub has. */
  let isSending = restoring.then(() => isRead, giveUp)

  if (saved?.isUnsent) hubItems = {}
  const hasWorkers = watchDatabases({
    onOpen(name) {
      if (databases.has(name) || !isCarried(name)) return
      databases.add(name)
      void restoring.then(
        () => mark(owner),
        () => mark(isOwn ? owner : null),
      )
    },
    onWrite: touch,
  })
  setInterval(() => hasWorkers() && !document.hidden && touch(), WORKER_INTERVAL_MS)
  addEventListener('visibilitychange', () => {
    if (!document.hidden) returnedAt = performance.now()
    else if (timer !== undefined || hasWorkers()) void save()
  })
  return receive

  async function restore(): Promise<void> {
    const confirmed = isOwn ? hashes : null
    const given = hashItems(hubItems)
    const isConfirmed = isOwn && isEqual(given, hashes)
    const restored = { items: hubItems, confirmed, isConfirmed }
    await Promise.all([...databases].filter(isCarried).map((name) => restoreDatabase(name, restored)))
    hashes = given
    mark(owner)
  }

  function mark(owner: string | null): void {
    writeMarker(storage, { owner, databases: [...databases], hashes } satisfies Marker)
  }

  function giveUp(error: unknown): false {
    console.warn('Playhub: the databases of this game stay on this device.', error)
    return false
  }

  function touch(): void {
    timer ??= window.setTimeout(save, Math.max(SETTLE_MS, nextAt - performance.now()))
  }

  async function save(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (!(await isSending)) return
    if (awaited && awaited.until > performance.now()) return touch()
    const items = await readDatabases().catch(() => undefined)
    if (!items || isEqual(items, hubItems)) return
    // A game with freshly built databases has no progress.
    if (!hasRecords(items) && !hasRecords(hubItems)) return
    const value = JSON.stringify(items)
    if (new Blob([value]).size > maxSavesBytes) {
      if (!hasWarned)
        console.warn('Playhub: the databases of this game are above 1 MB and stay on this device.')
      hasWarned = true
      return
    }
    awaited = { items, until: performance.now() + ANSWER_TIMEOUT_MS }
    nextAt = performance.now() + INTERVAL_MS + value.length / BYTES_PER_MS
    keep(value, true)
    send({ value, version })
  }

  async function readDatabases(): Promise<Items> {
    const listed = (await indexedDB.databases?.()) ?? []
    for (const { name } of listed) if (name && isCarried(name)) databases.add(name)
    const items: Items = {}
    for (const name of databases) {
      const database = await openExisting(name)
      if (!database) continue
      await readDatabase(database, items, { records: leftOut, before: hubItems }).finally(() =>
        database.close(),
      )
    }
    return items
  }

  /** Found by a reload of the page. */
  function keep(value: string, isUnsent: boolean): void {
    start.saves ??= {}
    start.saves[databasesSaveKey] = { value, version, savedAt: 0, isUnsent } as KeptSave
  }

  function confirm(items: Items): void {
    hubItems = items
    hashes = hashItems(items)
    mark(owner)
    keep(JSON.stringify(items), false)
  }

  function receive(request: StorageRequest): void {
    version = request.version
    const sent = awaited?.items
    awaited = undefined
    if (request.value !== undefined)
      isSending = isSending.then((sends) => sends && accept(request.value ?? ''))
    else if (sent) confirm(sent)
  }

  /** Another tab or device has changed them, or the hub's page has merged them. */
  async function accept(value: string): Promise<boolean> {
    const items = parseItems(value)
    if (!items) return giveUp(value)
    const confirmed = hashItems(hubItems)
    if (isEqual(items, hubItems)) return true
    // An engine has its files in memory: it starts again with those of the other device.
    if (performance.now() - returnedAt < RETURN_MS && timer === undefined) {
      keep(value, false)
      location.reload()
      return false
    }
    const changed = new Set([...findDatabases(items), ...findDatabases(hubItems)])
    const restored = { items, confirmed, isConfirmed: false }
    try {
      await Promise.all([...changed].map((name) => restoreDatabase(name, restored)))
    } catch (error) {
      return giveUp(error)
    }
    for (const name of changed) databases.add(name)
    confirm(items)
    touch()
    return true
  }
}

/** @returns undefined when there is none; a new one is not made */
async function openExisting(name: string): Promise<IDBDatabase | undefined> {
  const request = openUnwatched(name)
  request.onupgradeneeded = () => request.transaction?.abort()
  const database = await toPromise(request).catch(() => undefined)
  if (database) database.onversionchange = () => database.close()
  return database
}

function isEqual(one: Record<string, string>, other: Record<string, string>): boolean {
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key])
}
