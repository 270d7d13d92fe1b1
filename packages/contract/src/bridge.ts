/**
 * Validates messages from untrusted games. The caller checks a message's window and origin; these functions check only
 * its content.
 */
import * as z from 'zod/mini'
import {
  BRIDGE_VERSIONS,
  type BridgeCall,
  type BridgeFailure,
  type BridgeVersion,
  bridgeErrors,
  type CallParams,
  HELLO,
  type Hello,
  MAX_MESSAGE_BYTES,
} from './bridge-protocol.ts'
import { readPlain } from './plain-data.ts'
import { isBridgeCall, readCallParams } from './plays/call-params.ts'

export * from './bridge-protocol.ts'
export { NotPlainData, readPlain } from './plain-data.ts'

const HelloSchema = z.object({
  type: z.literal(HELLO),
  nonce: z.string().check(z.minLength(16), z.maxLength(64)),
  versions: z.array(z.int()).check(z.minLength(1), z.maxLength(16)),
  sdk: z.optional(z.string().check(z.maxLength(32))),
  playId: z.optional(z.string().check(z.maxLength(200))),
  mergesSaves: z.optional(z.boolean()),
})

/** A valid call. */
export type ReadCall<Call extends BridgeCall = BridgeCall> = {
  [C in Call]: { id: number; call: C; params: CallParams<C> }
}[Call]

type RefusedCall = { ok: false; id: number | null; error: BridgeFailure }
export type CallReading = ({ ok: true } & ReadCall) | RefusedCall

/** @returns null unless the message is a valid `Hello`. */
export function readHello(message: unknown): Hello | null {
  return HelloSchema.safeParse(plainOrNull(message)).data ?? null
}

/** The newest version supported by both sides, or null. */
export function chooseVersion(offered: readonly number[]): BridgeVersion | null {
  return BRIDGE_VERSIONS.find((version) => offered.includes(version)) ?? null
}

/**
 * Parses a message from the port. A refusal has the call's `id` where the message has one, so the game's developer
 * gets an error; with `id: null` there is nothing to reply to.
 */
export function readCall(message: unknown): CallReading {
  const { id, call, params } = asObject(message)
  const isId = typeof id === 'number' && Number.isSafeInteger(id) && id >= 0
  if (!isId) return refuse(null, { code: 'INVALID_PARAMS', message: 'Not a call of the bridge' })
  if (!isBridgeCall(call)) return refuse(id, { code: 'UNKNOWN_CALL', message: bridgeErrors.UNKNOWN_CALL })
  const read = readCallParams(call, params)
  return 'error' in read
    ? refuse(id, read.error)
    : ({ ok: true, id, call, params: read.params } as CallReading)
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const refuse = (id: number | null, error: BridgeFailure): RefusedCall => ({ ok: false, id, error })

function plainOrNull(message: unknown): unknown {
  try {
    return readPlain(message, MAX_MESSAGE_BYTES)
  } catch {
    return null
  }
}
