/**
 * A game's IndexedDB as the items of one save: `["/userfs"]` describes a database's structure, and
 * `["/userfs","FILE_DATA","\"/userfs/save.dat\""]` one of its records. So two devices are merged record by record.
 */
import { decode, encode } from './encode.ts'

export type Items = Record<string, string>
/** The records as last confirmed by the hub, by item. */
export type Hashes = Record<string, string>

interface Schema {
  version: number
  stores: Record<string, StoreSchema>
}
type StoreSchema = IDBObjectStoreParameters & { indexes: Record<string, IndexSchema> }
type IndexSchema = IDBIndexParameters & { keyPath: string | string[] }

/** Downloads of engines and libraries, and logins at other services. */
const leftOutDatabases =
  /^(UnityCache|CachedXMLHttpRequest|EM_PRELOAD_CACHE|emscripten_filesystem|babylonjs|firebase|workbox)/i
/** Downloads in the file system of a game, as Unity keeps them. */
const leftOutFiles = /\/(UnityCache|com\.unity\.addressables)\//
const maxRecords = 2_000

export const isCarried = (database: string): boolean => !leftOutDatabases.test(database)

/** @returns null for a text without a save of databases */
export function parseItems(text: string): Items | null {
  try {
    const items: Items = JSON.parse(text)
    const isRead = Object.keys(items).every((item) => typeof JSON.parse(item)[0] === 'string')
    return isRead ? items : null
  } catch {
    return null
  }
}

export const findDatabases = (items: Items): Set<string> =>
  new Set(Object.keys(items).map((item) => JSON.parse(item)[0]))

export const hasRecords = (items: Items): boolean =>
  Object.keys(items).some((item) => JSON.parse(item).length > 1)

export const readSchema = (database: string, items: Items): Schema | undefined => {
  const text = items[JSON.stringify([database])]
  return text === undefined ? undefined : JSON.parse(text)
}

/** Items left out, and the hub's earlier copies. Each is read once. */
export interface LeftOut {
  records: Set<string>
  before: Items
}

/** Adds all items of a database. */
export async function readDatabase(database: IDBDatabase, items: Items, leftOut: LeftOut): Promise<void> {
  const stores = Array.from(database.objectStoreNames)
  if (stores.length === 0) return
  const transaction = database.transaction(stores)
  const schema: Schema = { version: database.version, stores: {} }
  await Promise.all(
    stores.map(async (name) => {
      const store = transaction.objectStore(name)
      schema.stores[name] = describeStore(store)
      for (const [item, value] of await readStore(store, leftOut)) items[item] = value
    }),
  )
  items[JSON.stringify([database.name])] = JSON.stringify(schema)
}

function describeStore(store: IDBObjectStore): StoreSchema {
  const { keyPath, autoIncrement } = store
  const indexes = Array.from(store.indexNames).map((name) => {
    const { keyPath, unique, multiEntry } = store.index(name)
    return [name, { keyPath, unique, multiEntry }] as const
  })
  return { keyPath, autoIncrement, indexes: Object.fromEntries(indexes) }
}

/** Its records by item, without those left out. */
async function readStore(store: IDBObjectStore, leftOut: LeftOut): Promise<[string, string][]> {
  const keys = await toPromise(store.getAllKeys(null, maxRecords + 1))
  if (keys.length > maxRecords) {
    const prefix = JSON.stringify([store.transaction.db.name, store.name, '']).slice(0, -3)
    return Object.entries(leftOut.before).filter(([item]) => item.startsWith(prefix))
  }
  const records = keys.map(async (key): Promise<[string, string][]> => {
    const item = toItem(store, key)
    if (item === undefined) return []
    const read = leftOut.records.has(item) ? undefined : encode(await toPromise(store.get(key)))
    if (read === undefined) leftOut.records.add(item)
    const value = read ?? leftOut.before[item]
    return value === undefined ? [] : [[item, value]]
  })
  return (await Promise.all(records)).flat()
}

function toItem({ name, transaction }: IDBObjectStore, key: IDBValidKey): string | undefined {
  if (typeof key === 'string' && leftOutFiles.test(key)) return undefined
  const encoded = encode(key)
  return encoded === undefined ? undefined : JSON.stringify([transaction.db.name, name, encoded])
}

/** Creates what a database lacks of its schema, within its upgrade. */
export function createStores(database: IDBDatabase, { stores }: Schema): void {
  for (const [name, { keyPath = null, autoIncrement = false, indexes }] of Object.entries(stores)) {
    if (database.objectStoreNames.contains(name)) continue
    const store = database.createObjectStore(name, { keyPath, autoIncrement })
    for (const [index, { keyPath, ...options }] of Object.entries(indexes))
      store.createIndex(index, keyPath, options)
  }
}

/**
 * Replaces the records by the hub's, but for those changed here since the hub confirmed them.
 * @param confirmed  Null: nothing is here.
 */
export async function writeRecords(
  transaction: IDBTransaction,
  items: Items,
  confirmed: Hashes | null,
): Promise<void> {
  const { db } = transaction
  const wanted = new Map<string, [string, string][]>()
  for (const [item, value] of Object.entries(items)) {
    const [database, store, key] = JSON.parse(item)
    if (database !== db.name || store === undefined) continue
    const records = wanted.get(store) ?? []
    records.push([key, value])
    wanted.set(store, records)
  }
  await Promise.all(
    Array.from(transaction.objectStoreNames).map(async (name) => {
      const store = transaction.objectStore(name)
      const here = new Map(confirmed ? await readStore(store, { records: new Set(), before: {} }) : [])
      const toRecordItem = (key: string) => JSON.stringify([db.name, name, key])
      const isChanged = (item: string) => confirmed !== null && hash(here.get(item)) !== confirmed[item]
      const there = new Map((wanted.get(name) ?? []).map(([key, value]) => [toRecordItem(key), value]))
      for (const item of here.keys())
        if (!there.has(item) && !isChanged(item)) store.delete(decode(JSON.parse(item)[2]) as IDBValidKey)
      for (const [item, value] of there) {
        if (isChanged(item) || here.get(item) === value) continue
        const key = decode(JSON.parse(item)[2]) as IDBValidKey
        if (store.keyPath === null) store.put(decode(value), key)
        else store.put(decode(value))
      }
    }),
  )
}

export const toPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

export function hashItems(items: Items): Hashes {
  return Object.fromEntries(Object.entries(items).map(([item, value]) => [item, hash(value) ?? '']))
}

/** Tells two values apart. Not against an attacker: a game only deceives itself. */
export function hash(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  return `${text.length}.${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`
}
