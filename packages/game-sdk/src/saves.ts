import type {
  BridgeEvents,
  SaveConflicts,
  SavedValue,
  SaveResult,
  Saves,
} from '@playhub/contract/bridge-protocol'
import { checkId, isForPortal, PlayhubError, type SaveConflict, type Transport } from './transport.ts'

/** Makes one save of two. Returns what to keep. */
export type MergeSave = (key: string, conflict: SaveConflict) => unknown

export interface SaveInfo {
  key: string
  version: number
  sizeBytes: number
  /** Milliseconds since 1970. */
  savedAt: number
}

/** The player's saves in this game: JSON by key, the same on every device. A guest's stay in this browser. */
export interface HubSaves {
  /** Null when there is none. Comes without a round trip. */
  get(key: string): Promise<unknown>
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
  start: { saves?: Saves | undefined; conflicts?: SaveConflicts }
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
  sentAt?: number
  result: Promise<SaveResult>
}

const INTERVAL_MS = 500

export function createSaves({ transport, start, mergeSave, onChange }: SavesOptions): GameSaves {
  /** The last write by key. */
  const writes = new Map<string, Write>()
  /** What the hub has confirmed; the base of the next write. */
  let confirmed: Record<string, SavedValue | null | undefined> = { ...start.saves }
  /** Came from elsewhere, or is another player's. It becomes the base once the game has read it. */
  const changed = new Map<string, SavedValue | null>()

  async function load(): Promise<Saves> {
    if (!start.saves) {
      start.saves = await transport.call('saves.list')
      for (const [key, save] of Object.entries(start.saves)) changed.set(key, save)
    }
    return start.saves
  }

  async function write(key: string, value: string | null): Promise<SaveResult> {
    checkId(key, 'saves.set')
    const saves = await load()
    const previous = writes.get(key)
    show(saves, key, value)
    if (previous && previous.sentAt === undefined) {
      previous.value = value
      return previous.result
    }
    const next = { value } as Write
    writes.set(key, next)
    next.result = send(saves, key, next, previous)
    return next.result
  }

  async function send(saves: Saves, key: string, next: Write, previous?: Write): Promise<SaveResult> {
    // Writes of one task are one write.
    await previous?.result.catch(() => {})
    if (previous) {
      await pause((previous.sentAt ?? 0) + INTERVAL_MS - performance.now())
    }
    next.sentAt = performance.now()
    for (;;) {
      // Another player plays now.
      if (saves !== start.saves) throw new PlayhubError('CLOSED')
      const { value } = next
      const base = confirmed[key]
      try {
        const result = await transport.call('saves.set', { key, value, version: base?.version ?? 0 })
        confirmed[key] = value === null ? null : { value, version: result.version, savedAt: Date.now() }
        show(saves, key, writes.get(key)?.value ?? null)
        return result
      } catch (error) {
        const { code, current } = error as PlayhubError
        if (code !== 'SAVE_CONFLICT') throw error
        confirmed[key] = current
        changed.delete(key)
        if (isForPortal) throw error
        const conflict = { mine: parse(value), theirs: parse(current?.value), base: parse(base?.value) }
        if (!mergeSave) throw Object.assign(error as PlayhubError, { conflict })
        next.value = toText(mergeSave(key, conflict))
        show(saves, key, next.value)
        onChange(key)
      }
    }
  }

  /** A reload finds a value that is still on its way, too. */
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

  const api: HubSaves = {
    async get(key) {
      const saves = await load()
      const newer = changed.get(key)
      if (newer !== undefined) {
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
      confirmed = {}
      writes.clear()
      changed.clear()
    },
  }
}

const parse = (text: string | null | undefined): unknown => JSON.parse(text ?? 'null')

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
