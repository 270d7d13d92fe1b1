import type { SaveApi, WriteResult } from './save-api.ts'
import { addAttempt, type PendingSave } from './save-database.ts'

interface SaveSenderOptions {
  api: Pick<SaveApi, 'write'>
  /** The logged-in player, whose login is in each request. */
  getPlayerId(): string | null
  /** A save replaced by a newer write of its key is not sent. */
  isNewest(save: PendingSave): boolean
}

/** Sends saves to the hub, those of one key in the order of their writes. */
export function createSaveSender({ api, getPlayerId, isNewest }: SaveSenderOptions) {
  /** Ends when the last request of an id has. */
  const requests = new Map<string, Promise<unknown>>()
  /** The attempts of an id without a response. */
  const attempts = new Map<string, (string | null)[]>()
  const versions = createOwnVersions()

  const listEarlier = ({ id, earlier = [] }: PendingSave) => attempts.get(id) ?? earlier

  function send(save: PendingSave, isPatient = false): Promise<WriteResult> {
    const previous = requests.get(save.id) ?? Promise.resolve()
    const request = previous.then(() => sendNow(save, isPatient))
    requests.set(save.id, request)
    return request
  }

  async function sendNow(save: PendingSave, isPatient: boolean): Promise<WriteResult> {
    const { id } = save
    if (!isNewest(save) || save.playerId !== getPlayerId()) return { kind: 'failed' }
    const version = versions.translate(id, save.version)
    const earlier = listEarlier(save)
    attempts.set(id, addAttempt({ ...save, earlier }).earlier)
    const { result, followed } = await writeAfterOwn(api, { ...save, version, earlier }, isPatient)
    if (result.kind === 'saved' || result.kind === 'conflict') attempts.delete(id)
    const newest = result.kind === 'saved' ? result.version : followed
    if (result.kind === 'conflict') versions.forget(id)
    else if (newest !== version)
      versions.add(id, save.isMergedByPage ? [] : [save.version, version, followed], newest)
    return result
  }

  return {
    send,
    /** Values possibly stored without a response; a newer write of the id follows them. */
    listEarlier,
    /** The hub's version a write follows. */
    getVersion: ({ id, version }: PendingSave): number => versions.translate(id, version),
  }
}

interface Written {
  result: WriteResult
  /** The hub's version before the write. */
  followed: number
}

/** Writes a save. It follows its own earlier value, which the hub may have stored without a response. */
export async function writeAfterOwn(
  api: Pick<SaveApi, 'write'>,
  save: PendingSave,
  isPatient = false,
): Promise<Written> {
  const result = await api.write(save, isPatient)
  const followed = save.version
  if (result.kind !== 'conflict') return { result, followed }
  const { value = null, version = 0, savedAt = save.savedAt } = result.current ?? {}
  if (value === save.value) return { result: { kind: 'saved', version, savedAt }, followed }
  if (!save.earlier?.includes(value)) return { result, followed }
  return writeAfterOwn(api, { ...save, version, earlier: [] }, isPatient)
}

/**
 * A game does not learn the version of a queued or interrupted write. Its next write follows its last known one; nobody
 * else has written in between, because each write names the version before.
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
