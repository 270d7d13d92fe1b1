import type { SaveApi, WriteResult } from './save-api.ts'
import type { PendingSave, SaveDatabase } from './save-database.ts'

const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 60_000

/** `queued`: it is stored in this browser and goes out later. */
export type QueueResult = Exclude<WriteResult, { kind: 'failed' }> | { kind: 'queued' }

export interface SaveQueue {
  write(save: PendingSave): Promise<QueueResult>
  /** Sends what closed tabs have left. */
  adopt(saves: readonly PendingSave[]): Promise<void>
  has(id: string): boolean
  stop(): void
}

interface QueueOptions {
  database: SaveDatabase
  api: Pick<SaveApi, 'write'>
  /** A queued save has been sent, or the hub does not take it. */
  onResult(save: PendingSave, result: WriteResult): void
}

/**
 * Sends saves in the order of their writes, and keeps in this browser what the hub has not confirmed. Tries again after
 * 2 s, 4 s … 60 s, and when the connection is back.
 */
export function createSaveQueue({ database, api, onResult }: QueueOptions): SaveQueue {
  /** The newest unconfirmed write by id. */
  const waiting = new Map<string, PendingSave>()
  /** Ends when the last request of an id has. */
  const requests = new Map<string, Promise<unknown>>()
  const versions = createOwnVersions()
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function write(save: PendingSave): Promise<QueueResult> {
    const stored = database.putPending(save).then(
      () => true,
      () => false,
    )
    waiting.set(save.id, save)
    const result = timer === undefined ? await sendInOrder(save) : ({ kind: 'failed' } as const)
    if (result.kind !== 'failed') {
      await stored
      await forget(save)
      return result
    }
    // Only what is stored is confirmed to the game.
    if (!(await stored)) return { kind: 'refused', code: 'STORAGE_REFUSED' }
    retryLater()
    return { kind: 'queued' }
  }

  function sendInOrder(save: PendingSave): Promise<WriteResult> {
    const previous = requests.get(save.id) ?? Promise.resolve()
    const request = previous.then(() => send(save))
    requests.set(save.id, request)
    return request
  }

  async function send(save: PendingSave): Promise<WriteResult> {
    if (waiting.get(save.id) !== save) return { kind: 'failed' } // a newer write of the key goes instead
    const version = versions.translate(save.id, save.version)
    const result = await api.write({ ...save, version })
    if (result.kind === 'conflict') {
      const { current } = result
      // An earlier attempt has arrived, but not its response.
      if ((current?.value ?? null) === save.value) {
        return saved(save, version, { kind: 'saved', version: 0, savedAt: save.savedAt, ...current })
      }
      versions.forget(save.id)
    }
    return result.kind === 'saved' ? saved(save, version, result) : result
  }

  function saved(
    save: PendingSave,
    version: number,
    { savedAt, ...result }: WriteResult & { kind: 'saved' },
  ) {
    failures = 0
    versions.add(save.id, [save.version, version], result.version)
    return { kind: 'saved', version: result.version, savedAt } as const
  }

  async function forget(save: PendingSave): Promise<void> {
    if (waiting.get(save.id) === save) waiting.delete(save.id)
    await database.removePending(save).catch(() => undefined)
  }

  function retryLater(): void {
    timer ??= setTimeout(retry, Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures))
  }

  async function retry(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    for (const save of waiting.values()) {
      const result = await sendInOrder(save)
      if (result.kind === 'failed') {
        if (waiting.get(save.id) !== save) continue
        failures += 1
        return retryLater()
      }
      waiting.delete(save.id)
      if (result.kind !== 'conflict') await database.removePending(save).catch(() => undefined)
      onResult(save, result)
    }
  }

  const onOnline = () => {
    if (waiting.size > 0) void retry()
  }
  globalThis.addEventListener?.('online', onOnline)

  return {
    write,
    async adopt(saves) {
      for (const save of saves) if (!waiting.has(save.id)) waiting.set(save.id, save)
      if (waiting.size > 0) await retry()
    },
    has: (id) => waiting.has(id),
    stop() {
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', onOnline)
    },
  }
}

/**
 * A game does not learn the version of a write that was queued or that a reload interrupted. Its next write follows the
 * one that it knew; nobody else has written in between, because each write names the version before.
 */
function createOwnVersions() {
  const byId = new Map<string, { known: Set<number>; newest: number }>()
  return {
    translate(id: string, version: number): number {
      const own = byId.get(id)
      return own?.known.has(version) ? own.newest : version
    },
    add(id: string, followed: number[], newest: number): void {
      const own = byId.get(id)
      const isOwn = own && followed.some((version) => version === own.newest)
      byId.set(id, { known: new Set([...(isOwn ? own.known : []), ...followed, newest]), newest })
    },
    forget: (id: string) => byId.delete(id),
  }
}
