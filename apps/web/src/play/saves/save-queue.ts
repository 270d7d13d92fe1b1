import { isFinal, type SaveApi, type WriteResult } from './save-api.ts'
import { isDone, type PendingSave, type SaveDatabase } from './save-database.ts'
import { createSaveSender } from './save-sender.ts'

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
  /** The logged-in player, whose login is in each request. */
  getPlayerId(): string | null
  /** A queued save has been sent, or the hub does not take it. */
  onResult(save: PendingSave, result: WriteResult): void
}

/** Sends saves in the order of their writes, and keeps in this browser what the hub has not confirmed. */
export function createSaveQueue({ database, api, getPlayerId, onResult }: QueueOptions): SaveQueue {
  /** The newest unconfirmed write by id. */
  const waiting = new Map<string, PendingSave>()
  /** Ids of queued saves missing on the hub. A refusal leaves them in this browser. */
  const acknowledged = new Set<string>()
  const isNewest = (save: PendingSave) => waiting.get(save.id) === save
  const sender = createSaveSender({ api, getPlayerId, isNewest })
  const retries = createRetries(sendWaiting)

  async function write(written: PendingSave): Promise<QueueResult> {
    const save = { ...written, earlier: sender.listEarlier(waiting.get(written.id) ?? written) }
    const stored = store(save)
    const followed = sender.getVersion(save)
    waiting.set(save.id, save)
    const result = retries.isScheduled() ? ({ kind: 'failed' } as const) : await send(save)
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
    if (!isNewest(save)) return { kind: 'queued' }
    // An older write has arrived meanwhile.
    if (sender.getVersion(save) !== followed) await store(save)
    retries.schedule()
    return { kind: 'queued' }
  }

  /** The next start of the game knows nothing of this page's versions. */
  function store(save: PendingSave): Promise<boolean> {
    return isDone(database.putPending({ ...save, version: sender.getVersion(save) }))
  }

  async function send(save: PendingSave, isPatient = false): Promise<WriteResult> {
    const result = await sender.send(save, isPatient)
    if (result.kind === 'saved') retries.succeed()
    // The hub keeps both sides of a conflict.
    if (result.kind === 'saved' || result.kind === 'conflict') acknowledged.delete(save.id)
    return result
  }

  async function forget(save: PendingSave): Promise<void> {
    if (isNewest(save)) waiting.delete(save.id)
    await database.removePending(save).catch(() => undefined)
  }

  async function sendWaiting(): Promise<void> {
    retries.cancel()
    // Those of other players wait for their login.
    for (const save of [...waiting.values()].filter(({ playerId }) => playerId === getPlayerId())) {
      const result = await send(save, true)
      // A newer write of the key goes by itself.
      if (!isNewest(save)) continue
      waiting.delete(save.id)
      if (result.kind === 'failed') {
        // The others go first next time.
        waiting.set(save.id, save)
        return retries.fail()
      }
      if (result.kind === 'saved' || isFinal(result)) await forget(save)
      onResult(save, result)
    }
  }

  return {
    write,
    async adopt(saves) {
      for (const save of saves) {
        acknowledged.add(save.id)
        if (!waiting.has(save.id)) waiting.set(save.id, save)
      }
      if (waiting.size > 0) await sendWaiting()
    },
    has: (id) => waiting.has(id),
    stop: retries.stop,
  }
}

/** Runs after 2 s, 4 s … 60 s, and when the connection is back. */
function createRetries(run: () => Promise<void>) {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopping = new AbortController()
  globalThis.addEventListener?.('online', run, { signal: stopping.signal })

  function schedule(): void {
    const delayMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)
    if (!stopping.signal.aborted) timer ??= setTimeout(run, delayMs)
  }

  function cancel(): void {
    clearTimeout(timer)
    timer = undefined
  }

  return {
    isScheduled: () => timer !== undefined,
    schedule,
    cancel,
    fail(): void {
      failures += 1
      schedule()
    },
    succeed(): void {
      failures = 0
    },
    stop(): void {
      stopping.abort()
      cancel()
    },
  }
}
