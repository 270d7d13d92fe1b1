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
import { maxContextLength } from './plays/limits.ts'
import { maxSavesBytes, saveKeyPattern } from './saves/limits.ts'

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

const CallSchema = z.object({
  id: z.int().check(z.nonnegative()),
  call: z.string().check(z.maxLength(64)),
  params: z.optional(z.unknown()),
})

const Id = z.string().check(z.minLength(1), z.maxLength(200))
const NoParams = z.undefined()
const BoardView = z.object({
  board: Id,
  period: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,63}$/))),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
})
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
  celebrate: NoParams,
  leave: NoParams,
  getGames: NoParams,
  openSupport: NoParams,
  showBreak: z.object({ kind: z.enum(['interstitial', 'rewarded']) }),
  progress: z.object({ ratio: z.number().check(z.minimum(0), z.maximum(1)) }),
  shareLink: z.object({ launchParams: LaunchParams }),
  openLink: z.object({ url: z.url({ protocol: /^https?$/ }).check(z.maxLength(2_000)) }),
  setInvite: z.object({ launchParams: z.nullable(LaunchParams) }),
  setContext: z.object({ text: z.nullable(z.string().check(z.maxLength(maxContextLength))) }),
  'saves.set': z.object({
    key: z.string().check(
      z.regex(saveKeyPattern),
      z.refine((key) => key !== '__proto__'),
    ),
    value: z.nullable(z.string()),
    version: z.int().check(z.nonnegative()),
  }),
  'saves.list': NoParams,
  'scores.submit': z.object({
    board: z.optional(Id),
    score: z.int(),
    extra: z.optional(z.string().check(z.maxLength(200))),
  }),
  'scores.top': BoardView,
  'scores.around': BoardView,
  'achievements.progress': z.object({ id: Id, progress: z.optional(z.int().check(z.minimum(1))) }),
  'achievements.list': NoParams,
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
  const { rest, value } = takeSave(message)
  const envelope = CallSchema.safeParse(plainOrNull(rest)).data
  if (!envelope)
    return refuse(
      readMessageId(message),
      'INVALID_PARAMS',
      'Not a call of the bridge, or not plain data within the size limit',
    )
  const { id, call, params } = envelope
  if (!isBridgeCall(call)) return refuse(id, 'UNKNOWN_CALL', bridgeErrors.UNKNOWN_CALL)
  if (value !== undefined && value.length > maxSavesBytes)
    return refuse(id, 'SAVE_TOO_LARGE', bridgeErrors.SAVE_TOO_LARGE)
  const read = readParams(id, call, value === undefined ? params : { ...asObject(params), value })
  return read ? { ok: true, ...read } : refuse(id, 'INVALID_PARAMS', `Invalid parameters for ${call}`)
}

/** Takes the value of a save out: it is one string, which need not be walked and has a limit of its own. */
function takeSave(message: unknown): { rest: unknown; value?: string } {
  const { id, call, params } = asObject(message)
  const { key, value, version } = asObject(params)
  if (call !== 'saves.set' || typeof value !== 'string') return { rest: message }
  return { rest: { id, call, params: { key, value: null, version } }, value }
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

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
