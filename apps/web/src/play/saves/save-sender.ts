import type { SaveApi, WriteResult } from './save-api.ts'
import type { PendingSave } from './save-database.ts'

/** They may be as large as a save. */
const maxAttempts = 8

interface SaveSenderOptions {
  api: Pick<SaveApi, 'write'>
  /** Who is logged in: each request has this player's login. */
  getPlayerId(): string | null
  /** A save that a newer write of its key has replaced is not sent. */
  isNewest(save: PendingSave): boolean
}

/** Sends saves to the hub, those of one key in the order of their writes. */
export function createSaveSender({ api, getPlayerId, isNewest }: SaveSenderOptions) {
  /** Ends when the last request of an id has. */
  const requests = new Map<string, Promise<unknown>>()
  const attempts = createAttempts()
  const versions = createOwnVersions()

  function send(save: PendingSave, isPatient = false): Promise<WriteResult> {
    const previous = requests.get(save.id) ?? Promise.resolve()
    const request = previous.then(() => sendNow(save, isPatient))
    requests.set(save.id, request)
    return request
  }

  async function sendNow(save: PendingSave, isPatient: boolean): Promise<WriteResult> {
    if (!isNewest(save) || save.playerId !== getPlayerId()) return { kind: 'failed' }
    const version = versions.translate(save.id, save.version)
    const result = await api.write({ ...save, version }, isPatient)
    if (result.kind === 'failed') attempts.add(save)
    if (result.kind === 'saved') return saved(save, version, result)
    if (result.kind !== 'conflict') return result
    const { current } = result
    // An earlier attempt has arrived, but not its response.
    if ((current?.value ?? null) === save.value) {
      return saved(save, version, { kind: 'saved', version: 0, savedAt: save.savedAt, ...current })
    }
    if (attempts.take(save.id, current?.value ?? null)) {
      versions.add(save.id, [save.version, version], current?.version ?? 0)
      return sendNow(save, isPatient)
    }
    versions.forget(save.id)
    return result
  }

  function saved(
    save: PendingSave,
    version: number,
    { savedAt, ...result }: WriteResult & { kind: 'saved' },
  ) {
    attempts.forget(save.id)
    versions.add(save.id, save.isMergedByPage ? [] : [save.version, version], result.version)
    return { kind: 'saved', version: result.version, savedAt } as const
  }

  return {
    send,
    /** The version on the hub that a write follows. */
    getVersion: ({ id, version }: PendingSave): number => versions.translate(id, version),
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
