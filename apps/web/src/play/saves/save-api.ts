import type { GuestSave, MergedSave, SaveConflict, SavesFull } from '@playhub/contract'
import { bridgeErrors, type SavedValue, type Saves } from '@playhub/contract/bridge'
import { toTooLarge } from '@playhub/contract/saves/room'
import { type ApiRefusal, isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { call } from '../../lib/api/api.ts'

/** Browsers send this much after the page has gone. */
const maxKeepaliveBytes = 60_000
/** Shorter than a game waits for a call. */
const TIMEOUT_MS = 5_000
/** A megabyte takes a slow connection so long. */
const PATIENT_TIMEOUT_MS = 60_000

/** A write's outcome. */
export type WriteResult =
  | { kind: 'saved'; version: number; savedAt: number }
  | { kind: 'conflict'; current: SavedValue | null }
  /** The hub does not take it. */
  | { kind: 'refused'; code: string; message?: string }
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
  /** @param isPatient  No game waits for the response. */
  write(write: SaveWrite, isPatient?: boolean): Promise<WriteResult>
  merge(project: string, saves: GuestSave[]): Promise<MergedSave[]>
}

export const saveApi: SaveApi = {
  async list(project) {
    const { data } = await call('GET /play/saves', { query: { project } }, soon())
    const saves = data.result.map(({ key, value, version, savedAt }) => [key, { value, version, savedAt }])
    return Object.fromEntries(saves)
  },
  async write(write, isPatient) {
    try {
      return await send(write, isPatient ? PATIENT_TIMEOUT_MS : TIMEOUT_MS)
    } catch (error) {
      return toResult(error)
    }
  },
  merge: async (project, saves) =>
    (await call('POST /play/saves/merge', { body: { project, saves } }, soon())).data.result,
}

const soon = (timeoutMs = TIMEOUT_MS) => ({ signal: AbortSignal.timeout(timeoutMs) })

async function send({ project, key, value, version }: SaveWrite, timeoutMs: number): Promise<WriteResult> {
  if (value === null) {
    // Nothing to remove.
    if (version > 0)
      await call('POST /play/saves/remove', { body: { project, key, ifVersion: version } }, soon(timeoutMs))
    return { kind: 'saved', version: 0, savedAt: Date.now() }
  }
  const body = { project, key, value, ifVersion: version }
  const options = { keepalive: isShort(body), ...soon(timeoutMs) }
  const { result } = (await call('POST /play/saves/write', { body }, options)).data
  return { kind: 'saved', version: result.version, savedAt: result.savedAt }
}

/** Escapes and UTF-8 make the request longer than the value. */
function isShort(body: { value: string }): boolean {
  if (body.value.length > maxKeepaliveBytes) return false
  return new Blob([JSON.stringify(body)]).size <= maxKeepaliveBytes
}

function toResult(error: unknown): WriteResult {
  if (!isRefusal(error) || error.status >= 500) return { kind: 'failed' }
  if (error.code === 'SAVE_CONFLICT') {
    return { kind: 'conflict', current: (error.details as Partial<SaveConflict>).current ?? null }
  }
  return isTemporary(error.code)
    ? { kind: 'failed' }
    : { kind: 'refused', code: error.code, ...toReason(error) }
}

/** The reason for the game's developer. */
function toReason({ code, details }: ApiRefusal): { message?: string } {
  const { sizeBytes, usedBytes, usedKeys } = details as Partial<SavesFull & { sizeBytes: number }>
  if (sizeBytes !== undefined) return toTooLarge(sizeBytes)
  if (usedBytes === undefined) return code === 'SAVE_KEY_READ_ONLY' ? { message: readOnly } : {}
  return { message: `${bridgeErrors.SAVES_FULL} There are ${usedBytes} bytes and ${usedKeys} keys.` }
}

const readOnly = `${bridgeErrors.NOT_AVAILABLE} Only the game's server writes this save.`

/** An ended login may begin again, and a `FAULT` comes from a proxy or a firewall in between. */
const isTemporary = (code: string) => ['TOO_MANY_REQUESTS', 'UNAUTHORIZED', 'FAULT'].includes(code)

/** The hub will never take it. There may be room later, or the game is active again. */
export function isFinal(result: WriteResult): boolean {
  const codes = ['SAVE_TOO_LARGE', 'SAVE_KEY_READ_ONLY', 'BODY_INVALID']
  return result.kind === 'refused' && codes.includes(result.code)
}
