import type { SavedValue, Saves } from '@playhub/contract/bridge'

/** A player's unconfirmed write. */
export interface PendingSave {
  /** See `toPendingId`. */
  id: string
  playerId: string
  project: string
  key: string
  /** Null removes the save. */
  value: string | null
  /** The version it follows. */
  version: number
  /** Values sent without a response, newest first; it follows them. */
  earlier?: (string | null)[]
  /** By the browser's clock. Tells two writes of one id apart. */
  savedAt: number
  tab: string
  /** The game has `mergeSave`. */
  isMergedByGame: boolean
  /** The page has made it of two saves: a later write of the game need not include both. */
  isMergedByPage?: boolean
}

/** Resolves to false when the promise rejects. */
export const isDone = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  )

/** One per player, game, key and tab: of two tabs, none takes away what the other has written. */
export const toPendingId = (playerId: string, project: string, key: string, tab: string): string =>
  `${playerId}/${project}/${key}/${tab}`

/** Each may be as large as a save. */
const maxEarlier = 4

/** A save whose value the hub may have stored without a response. */
export const addAttempt = (save: PendingSave) => ({
  ...save,
  earlier: [...new Set([save.value, ...(save.earlier ?? [])])].slice(0, maxEarlier),
})

/** The saves of guests in one game. They stay in this browser until somebody logs in. */
export interface GuestSaves {
  saves: Saves
  isMergedByGame: boolean
}

/** Each promise rejects where the browser refuses storage. */
export interface SaveDatabase {
  listPending(playerId: string): Promise<PendingSave[]>
  putPending(save: PendingSave): Promise<void>
  /** Does nothing when the same tab has written the key again. */
  removePending(save: PendingSave): Promise<void>
  readGuest(project: string): Promise<GuestSaves | null>
  /** Writes a guest's save if it has this version. @returns the current one when it has another. */
  writeGuest(project: string, write: GuestWrite): Promise<{ isWritten: boolean; current: SavedValue | null }>
  /** Forgets a guest's save, unless it has been written again. */
  removeGuest(project: string, key: string, version: number): Promise<void>
}

export interface GuestWrite {
  key: string
  value: string | null
  version: number
  savedAt: number
  isMergedByGame: boolean
}

const name = 'playhub-saves'
/** Some browsers never respond. The game must not wait for them. */
const OPEN_TIMEOUT_MS = 2_000
let opened: Promise<IDBDatabase> | undefined

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    for (const store of ['pending', 'guest']) request.result.createObjectStore(store)
  }
  return Promise.race([toPromise(request).then(reopenWhenClosed), rejectLater()])
}

/** Safari closes it in the background, and any browser when the player deletes the site's data. */
function reopenWhenClosed(database: IDBDatabase): IDBDatabase {
  database.onclose = () => {
    opened = undefined
  }
  return database
}

function rejectLater(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('IndexedDB does not open')), OPEN_TIMEOUT_MS)
  })
}

/** Runs requests in one transaction. A write is kept when the promise resolves, also if the browser is killed. */
async function transact<T>(
  store: 'pending' | 'guest',
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  opened ??= openDatabase()
  opened.catch(() => {
    opened = undefined
  })
  const transaction = (await opened).transaction(store, mode, { durability: 'strict' })
  const completed = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  const [result] = await Promise.all([run(transaction.objectStore(store)), completed])
  return result
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

export const saveDatabase: SaveDatabase = {
  listPending: (playerId) =>
    transact('pending', 'readonly', (store) =>
      toPromise<PendingSave[]>(store.getAll(IDBKeyRange.bound(`${playerId}/`, `${playerId}0`, false, true))),
    ),
  putPending: (save) =>
    transact('pending', 'readwrite', async (store) => void (await toPromise(store.put(save, save.id)))),
  removePending: ({ id, savedAt }) =>
    transact('pending', 'readwrite', async (store) => {
      const stored: PendingSave | undefined = await toPromise(store.get(id))
      if (stored?.savedAt === savedAt) await toPromise(store.delete(id))
    }),
  readGuest: (project) =>
    transact(
      'guest',
      'readonly',
      async (store) => (await toPromise<GuestSaves | undefined>(store.get(project))) ?? null,
    ),
  writeGuest: (project, { key, value, version, savedAt, isMergedByGame }) =>
    transact('guest', 'readwrite', async (store) => {
      const stored: GuestSaves | undefined = await toPromise(store.get(project))
      const saves = new Map(Object.entries(stored?.saves ?? {}))
      const current = saves.get(key) ?? null
      if ((current?.version ?? 0) !== version) return { isWritten: false, current }
      const written = value === null ? null : { value, version: version + 1, savedAt }
      if (written) saves.set(key, written)
      else saves.delete(key)
      await toPromise(store.put({ saves: Object.fromEntries(saves), isMergedByGame }, project))
      return { isWritten: true, current: written }
    }),
  removeGuest: (project, key, version) =>
    transact('guest', 'readwrite', async (store) => {
      const stored: GuestSaves | undefined = await toPromise(store.get(project))
      if (stored?.saves[key]?.version !== version) return
      const { [key]: _removed, ...saves } = stored.saves
      if (Object.keys(saves).length > 0) await toPromise(store.put({ ...stored, saves }, project))
      else await toPromise(store.delete(project))
    }),
}
