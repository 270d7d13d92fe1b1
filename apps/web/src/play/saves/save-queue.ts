import { isFinal, type SaveApi, type WriteResult } from './save-api.ts'
import { isDone, type PendingSave, type SaveDatabase } from './save-database.ts'

const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 60_000
/** They may be as large as a save. */
const maxAttempts = 8

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
  /** Who is logged in: each request has this player's login. */
  getPlayerId(): string | null
  /** A queued save has been sent, or the hub does not take it. */
  onResult(save: PendingSave, result: WriteResult): void
}

/**
 * Sends saves in the order of their writes, and keeps in this browser what the hub has not confirmed. Tries again after
 * 2 s, 4 s … 60 s, and when the connection is back.
 */
export function createSaveQueue({ database, api, getPlayerId, onResult }: QueueOptions): SaveQueue {
  /** The newest unconfirmed write by id. */
  const waiting = new Map<string, PendingSave>()
  /** Ends when the last request of an id has. */
  const requests = new Map<string, Promise<unknown>>()
  /** Ids with a queued save that the hub does not have yet. A refusal leaves it in this browser. */
  const acknowledged = new Set<string>()
  const attempts = createAttempts()
  const versions = createOwnVersions()
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  async function write(save: PendingSave): Promise<QueueResult> {
    const stored = store(save)
    const followed = versions.translate(save.id, save.version)
    waiting.set(save.id, save)
    const result = timer === undefined ? await sendInOrder(save) : ({ kind: 'failed' } as const)
    if (result.kind !== 'failed') {
      await stored
      if (result.kind === 'refused' && acknowledged.has(save.id)) waiting.delete(save.id)
      else await forget(save)
      return result
    }
    // Only what is stored is confirmed to the game.
    if (!(await stored)) return { kind: 'refused', code: 'STORAGE_REFUSED' }
    acknowledged.add(save.id)
    // A newer write goes by itself.
    if (waiting.get(save.id) !== save) return { kind: 'queued' }
    // An older write has arrived meanwhile.
    if (versions.translate(save.id, save.version) !== followed) await store(save)
    retryLater()
    return { kind: 'queued' }
  }

  /** The next start of the game knows nothing of this page's versions. */
  function store(save: PendingSave): Promise<boolean> {
    return isDone(database.putPending({ ...save, version: versions.translate(save.id, save.version) }))
  }

  function sendInOrder(save: PendingSave, isPatient = false): Promise<WriteResult> {
    const previous = requests.get(save.id) ?? Promise.resolve()
    const request = previous.then(() => send(save, isPatient))
    requests.set(save.id, request)
    return request
  }

  async function send(save: PendingSave, isPatient: boolean): Promise<WriteResult> {
    if (waiting.get(save.id) !== save) return { kind: 'failed' } // a newer write of the key goes instead
    if (save.playerId !== getPlayerId()) return { kind: 'failed' }
    const version = versions.translate(save.id, save.version)
    const result = await api.write({ ...save, version }, isPatient)
    if (result.kind === 'failed') attempts.add(save)
    if (result.kind === 'conflict') {
      const { current } = result
      // An earlier attempt has arrived, but not its response.
      if ((current?.value ?? null) === save.value) {
        return saved(save, version, { kind: 'saved', version: 0, savedAt: save.savedAt, ...current })
      }
      if (attempts.take(save.id, current?.value ?? null)) {
        versions.add(save.id, [save.version, version], current?.version ?? 0)
        return send(save, isPatient)
      }
      // The hub keeps it.
      acknowledged.delete(save.id)
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
    attempts.forget(save.id)
    acknowledged.delete(save.id)
    versions.add(save.id, save.isMergedByPage ? [] : [save.version, version], result.version)
    return { kind: 'saved', version: result.version, savedAt } as const
  }

  async function forget(save: PendingSave): Promise<void> {
    if (waiting.get(save.id) === save) waiting.delete(save.id)
    await database.removePending(save).catch(() => undefined)
  }

  function retryLater(): void {
    if (!isStopped) timer ??= setTimeout(retry, Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures))
  }

  async function retry(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    // Those of other players wait for their login.
    for (const save of [...waiting.values()].filter(({ playerId }) => playerId === getPlayerId())) {
      const result = await sendInOrder(save, true)
      // A newer write of the key goes by itself.
      if (waiting.get(save.id) !== save) continue
      waiting.delete(save.id)
      if (result.kind === 'failed') {
        // The others go first next time.
        waiting.set(save.id, save)
        failures += 1
        return retryLater()
      }
      if (result.kind === 'saved' || isFinal(result)) await forget(save)
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
      for (const save of saves) {
        acknowledged.add(save.id)
        if (!waiting.has(save.id)) waiting.set(save.id, save)
      }
      if (waiting.size > 0) await retry()
    },
    has: (id) => waiting.has(id),
    stop() {
      isStopped = true
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', onOnline)
    },
  }
}

/** Values that may have arrived without a response, by id. */
function createAttempts() {
  const byId = new Map<string, (string | null)[]>()
  return {
    add: ({ id, value }: PendingSave) => byId.set(id, [...(byId.get(id) ?? []), value].slice(-maxAttempts)),
    take(id: string, value: string | null): boolean {
      const isOwn = byId.get(id)?.includes(value) ?? false
      byId.delete(id)
      return isOwn
    },
    forget: (id: string) => byId.delete(id),
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
