import type { GuestSave, MergedSave, SaveConflict } from '@playhub/contract'
import type { SavedValue, Saves } from '@playhub/contract/bridge'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { call } from '../../lib/api/api.ts'

/** Browsers send this much after the page has gone. */
const maxKeepaliveLength = 60_000
/** Shorter than a game waits for a call. */
const TIMEOUT_MS = 5_000

/** What became of a write. */
export type WriteResult =
  | { kind: 'saved'; version: number; savedAt: number }
  | { kind: 'conflict'; current: SavedValue | null }
  /** The hub will never take it. */
  | { kind: 'refused'; code: string }
  /** No answer, or the hub asks to try again later. */
  | { kind: 'failed' }

export interface SaveWrite {
  project: string
  key: string
  value: string | null
  version: number
}

export interface SaveApi {
  list(project: string): Promise<Saves>
  write(write: SaveWrite): Promise<WriteResult>
  merge(project: string, saves: GuestSave[]): Promise<MergedSave[]>
}

export const saveApi: SaveApi = {
  async list(project) {
    const { data } = await call('GET /play/saves', { query: { project } }, soon())
    const saves = data.result.map(({ key, value, version, savedAt }) => [key, { value, version, savedAt }])
    return Object.fromEntries(saves)
  },
  async write(write) {
    try {
      return await send(write)
    } catch (error) {
      return toResult(error)
    }
  },
  merge: async (project, saves) =>
    (await call('POST /play/saves/merge', { body: { project, saves } }, soon())).data.result,
}

const soon = () => ({ signal: AbortSignal.timeout(TIMEOUT_MS) })

async function send({ project, key, value, version }: SaveWrite): Promise<WriteResult> {
  if (value === null) {
    // Nothing to remove.
    if (version > 0)
      await call('POST /play/saves/remove', { body: { project, key, ifVersion: version } }, soon())
    return { kind: 'saved', version: 0, savedAt: Date.now() }
  }
  const body = { project, key, value, ifVersion: version }
  const keepalive = value.length < maxKeepaliveLength
  const { result } = (await call('POST /play/saves/write', { body }, { keepalive, ...soon() })).data
  return { kind: 'saved', version: result.version, savedAt: result.savedAt }
}

function toResult(error: unknown): WriteResult {
  if (!isRefusal(error) || error.status >= 500) return { kind: 'failed' }
  if (error.code === 'SAVE_CONFLICT') {
    return { kind: 'conflict', current: (error.details as Partial<SaveConflict>).current ?? null }
  }
  // A login that has ended may begin again.
  if (error.code === 'TOO_MANY_REQUESTS' || error.code === 'UNAUTHORIZED') return { kind: 'failed' }
  return { kind: 'refused', code: error.code }
}
