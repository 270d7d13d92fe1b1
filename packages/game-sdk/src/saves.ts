import type {
  BridgeEvents,
  SaveConflicts,
  SavedValue,
  SaveResult,
  Saves,
} from '@playhub/contract/bridge-protocol'
import { isForPortal, PlayhubError, type SaveConflict, type Transport } from './transport.ts'
import { keepUnsent, restoreSaves, type SavesStart, takeLeft } from './unsent-saves.ts'

/** Makes one save of two. Returns what to keep. */
// biome-ignore lint/suspicious/noExplicitAny: as `JSON.parse`, for games that do not name the type
export type MergeSave<T = any> = (key: string, conflict: SaveConflict<T>) => T

export interface SaveInfo {
  key: string
  version: number
  sizeBytes: number
  /** Milliseconds since 1970. */
  savedAt: number
}

/** The player's saves in this game: JSON by key, the same on every device. A guest's stay in this browser. */
export interface HubSaves {
  /** Null when there is none. Comes without a round trip. `T` is what the game has saved: nothing checks it. */
  // biome-ignore lint/suspicious/noExplicitAny: as `JSON.parse`, for games that do not name the type
  get<T = any>(key: string): Promise<T | null>
  /**
   * Writes a save; more writes within 500 ms become one. `queued`: the hub keeps it and sends it once it can. Rejects
   * with `SAVE_CONFLICT` when another tab or device was first and there is no `mergeSave`; the next `set` wins.
   */
  set(key: string, value: unknown): Promise<SaveResult>
  list(): Promise<SaveInfo[]>
  remove(key: string): Promise<void>
}

interface SavesOptions {
  transport: Transport
  /** Its saves are what a reload finds. Without them the hub is asked. */
  start: SavesStart
  mergeSave: MergeSave | undefined
  onChange(key: string): void
}

interface GameSaves {
  api: HubSaves
  /** From another tab or device. */
  receive(update: BridgeEvents['saves']): void
  /** Another player plays now. */
  reset(): void
}

interface Write {
  value: string | null
  /** The value before. */
  after: string | null | undefined
  sentAt?: number
  isDone: boolean
  result: Promise<SaveResult>
}

const INTERVAL_MS = 500
const LEFT_MS = 3_000

export function createSaves({ transport, start, mergeSave, onChange }: SavesOptions): GameSaves {
  /** The last write by key. */
  const writes = new Map<string, Write>()
  /** The hub's confirmed saves; the base of the next write. */
  let confirmed: Record<string, SavedValue | null | undefined> = { ...start.saves }
  /** Came from elsewhere, or is another player's. It becomes the base once the game has read it. */
  const changed = new Map<string, SavedValue | null>()

  async function load(): Promise<Saves> {
    if (!start.saves) {
      const before = confirmed
      const loaded = await transport.call('saves.list')
      // Another player plays now.
      if (before !== confirmed) throw new PlayhubError('CLOSED')
      if (!start.saves) {
        for (const [key, save] of Object.entries(loaded)) changed.set(key, save)
        start.saves = loaded
        if (!writes.size) {
          restoreSaves(start)
          repeatRestored()
        }
      }
    }
    return start.saves
  }

  async function write(key: string, value: string | null): Promise<SaveResult> {
    const previous = writes.get(key)
    // Nothing runs after an `await` in a page going away.
    if (start.saves) show(start.saves, key, value)
    if (previous && !previous.isDone && previous.sentAt === undefined) {
      previous.value = value
      keep(key, previous)
      return previous.result
    }
    const next = { value, after: previous?.value, isDone: false } as Write
    writes.set(key, next)
    keep(key, next)
    next.result = send(key, next, previous).finally(() => {
      next.isDone = true
    })
    return next.result
  }

  function keep(key: string, { value, after }: Write): void {
    const version = confirmed[key]?.version ?? 0
    keepUnsent(start, key, { key, value, after, version, savedAt: Date.now() })
  }

  async function send(key: string, next: Write, previous?: Write): Promise<SaveResult> {
    let { saves } = start
    if (!saves) {
      saves = await load()
      show(saves, key, next.value)
    }
    // Writes of one task are one write.
    await previous?.result.catch(() => {})
    if (previous) {
      await pause((previous.sentAt ?? 0) + INTERVAL_MS - performance.now())
    }
    next.sentAt = performance.now()
    for (;;) {
      expectPlayer(saves)
      const { value } = next
      const base = confirmed[key]
      try {
        const result = await transport.call('saves.set', { key, value, version: base?.version ?? 0 })
        expectPlayer(saves)
        confirmed[key] = value === null ? null : { value, version: result.version, savedAt: Date.now() }
        const newest = writes.get(key)
        show(saves, key, newest?.value ?? null)
        if (newest && newest !== next) keep(key, newest)
        else keepUnsent(start, key)
        return result
      } catch (error) {
        const { code, current } = error as PlayhubError
        if (code !== 'SAVE_CONFLICT') throw error
        expectPlayer(saves)
        confirmed[key] = current
        changed.delete(key)
        if (writes.get(key) === next) keepUnsent(start, key)
        if (isForPortal) throw error
        if (!mergeSave) {
          const conflict = toConflict(value, current?.value, base?.value)
          throw Object.assign(error as PlayhubError, { conflict })
        }
        merge(key, next, current?.value, base?.value)
        // Composed before the game knew of the merge.
        const newest = writes.get(key) ?? next
        if (newest !== next) {
          merge(key, newest, next.value, newest.after)
          newest.after = next.value
        }
        show(saves, key, newest.value)
        onChange(key)
      }
    }
  }

  /** @throws PlayhubError when another player plays now */
  function expectPlayer(saves: Saves): void {
    if (saves !== start.saves) throw new PlayhubError('CLOSED')
  }

  function merge(key: string, next: Write, theirs: Text, base: Text): void {
    if (!mergeSave) return
    next.value = toText(mergeSave(key, toConflict(next.value, theirs, base)))
    keep(key, next)
  }

  /** A reload finds a value still in flight, too. */
  function show(saves: Saves, key: string, value: string | null): void {
    const { version = 0, savedAt = 0 } = confirmed[key] ?? {}
    if (value === null) delete saves[key]
    else saves[key] = { value, version, savedAt }
  }

  /** Merges what the account has in another version. Without `mergeSave` the hub asks the player. */
  async function mergeConflict(key: string, mine: string): Promise<void> {
    if (isForPortal || !mergeSave) return
    const theirs = parse(start.saves?.[key]?.value)
    const written = write(key, toText(mergeSave(key, { mine: parse(mine), theirs, base: null })))
    onChange(key)
    await written
    delete start.conflicts?.[key]
  }
  /** A game whose merge fails starts all the same. */
  function mergeConflicts(conflicts: SaveConflicts = {}): void {
    for (const [key, { value }] of Object.entries(conflicts)) mergeConflict(key, value).catch(console.error)
  }
  mergeConflicts(start.conflicts)
  /** Sends what ended pages have left. */
  function repeatRestored(): void {
    for (const [key, { current }] of Object.entries(start.restored ?? {})) {
      confirmed[key] = current
      changed.delete(key)
      write(key, start.saves?.[key]?.value ?? null).catch(() => {})
    }
    // An open page saves its own soon.
    if (start.left)
      setTimeout(() => {
        for (const save of takeLeft(start)) transport.call('saves.set', save).catch(() => {})
      }, LEFT_MS)
  }
  repeatRestored()

  const api: HubSaves = {
    async get(key) {
      const saves = await load()
      const newer = changed.get(key)
      // A write on its way follows what the game knew: the hub tells it of the other one.
      if (newer !== undefined && writes.get(key)?.isDone !== false) {
        confirmed[key] = newer
        changed.delete(key)
        show(saves, key, newer?.value ?? null)
      }
      return parse(saves[key]?.value)
    },
    set: async (key, value) => write(key, toText(value)),
    async list() {
      const saves = Object.entries(await load())
      return saves.map(([key, { value, version, savedAt }]) => {
        return { key, version, sizeBytes: new Blob([value]).size, savedAt }
      })
    },
    async remove(key) {
      await write(key, null)
    },
  }
  return {
    api,
    receive(update) {
      for (const [key, save] of Object.entries(update.saves)) {
        changed.set(key, save)
        onChange(key)
      }
      mergeConflicts(update.conflicts)
    },
    reset() {
      delete start.saves
      delete start.restored
      delete start.left
      confirmed = {}
      writes.clear()
      changed.clear()
    },
  }
}

type Text = string | null | undefined

const toConflict = (mine: Text, theirs: Text, base: Text) => ({
  mine: parse(mine),
  theirs: parse(theirs),
  base: parse(base),
})

const parse = (text: string | null | undefined) => JSON.parse(text ?? 'null')

function toText(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null
  } catch (cause) {
    throw new PlayhubError('INVALID_PARAMS', `A save is JSON: ${cause}`)
  }
}

const sleepers = new Set<() => void>()
globalThis.document?.addEventListener?.('visibilitychange', () => {
  for (const wake of sleepers) wake()
})

/** Ends at once when the page may be closing. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      sleepers.delete(wake)
      resolve()
    }
    sleepers.add(wake)
    setTimeout(wake, ms)
  })
}
