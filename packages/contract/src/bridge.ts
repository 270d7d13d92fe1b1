/**
 * Validates messages from untrusted games. The caller checks the window and the origin that a message came from; these
 * functions check only its content.
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

export * from './bridge-protocol.ts'
export { NotPlainData, readPlain } from './plain-data.ts'

const HelloSchema = z.object({
  type: z.literal(HELLO),
  nonce: z.string().check(z.minLength(16), z.maxLength(64)),
  versions: z.array(z.int()).check(z.minLength(1), z.maxLength(16)),
  sdk: z.optional(z.string().check(z.maxLength(32))),
  playId: z.optional(z.string().check(z.maxLength(200))),
})

const CallSchema = z.object({
  id: z.int().check(z.nonnegative()),
  call: z.string().check(z.maxLength(64)),
  params: z.optional(z.unknown()),
})

const Id = z.string().check(z.minLength(1), z.maxLength(200))
const NoParams = z.undefined()
const LaunchParams = z
  .record(z.string().check(z.regex(/^[\w-]{1,32}$/)), z.string().check(z.maxLength(200)))
  .check(z.refine((params) => Object.keys(params).length <= 16, { error: 'At most 16 launch parameters' }))

const paramsSchemas: { [C in BridgeCall]: z.ZodMiniType<CallParams<C>> } = {
  init: NoParams,
  getPlayer: NoParams,
  getToken: NoParams,
  signIn: NoParams,
  signOut: NoParams,
  getCatalog: NoParams,
  purchase: z.object({ itemId: Id }),
  getPurchases: NoParams,
  consumePurchase: z.object({ id: Id }),
  getLanguage: NoParams,
  ready: NoParams,
  gameplayStart: NoParams,
  gameplayStop: NoParams,
  openSupport: NoParams,
  progress: z.object({ ratio: z.number().check(z.minimum(0), z.maximum(1)) }),
  shareLink: z.object({ launchParams: LaunchParams }),
}

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

/** The newest version that both sides support, or null. */
export function chooseVersion(offered: readonly number[]): BridgeVersion | null {
  return BRIDGE_VERSIONS.find((version) => offered.includes(version)) ?? null
}

/**
 * Parses a message from the port. A refusal has the call's `id` where the message has one, so that the game's developer
 * gets an error; with `id: null` there is nothing to reply to.
 */
export function readCall(message: unknown): CallReading {
  const envelope = CallSchema.safeParse(plainOrNull(message)).data
  if (!envelope)
    return refuse(
      readMessageId(message),
      'INVALID_PARAMS',
      'Not a call of the bridge, or not plain data within the size limit',
    )
  const { id, call, params } = envelope
  if (!isBridgeCall(call)) return refuse(id, 'UNKNOWN_CALL', bridgeErrors.UNKNOWN_CALL)
  const read = readParams(id, call, params)
  return read ? { ok: true, ...read } : refuse(id, 'INVALID_PARAMS', `Invalid parameters for ${call}`)
}

function readParams<C extends BridgeCall>(id: number, call: C, params: unknown): ReadCall<C> | null {
  const parsed = paramsSchemas[call].safeParse(params)
  return parsed.success ? { id, call, params: parsed.data } : null
}

function refuse(id: number | null, code: BridgeFailure['code'], message: string): RefusedCall {
  return { ok: false, id, error: { code, message } }
}

function isBridgeCall(name: string): name is BridgeCall {
  return Object.hasOwn(paramsSchemas, name)
}

function readMessageId(message: unknown): number | null {
  if (typeof message !== 'object' || message === null || !('id' in message)) return null
  const { id } = message
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null
}

function plainOrNull(message: unknown): unknown {
  try {
    return readPlain(message, MAX_MESSAGE_BYTES)
  } catch {
    return null
  }
}
