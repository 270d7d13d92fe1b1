/**
 * The hub's side of the bridge: reads what a stranger's game sent and believes only what fits.
 * Which window and which origin it came from is for the caller to check; this is about the message itself.
 */
import * as z from 'zod/mini'
import {
  BRIDGE_VERSIONS,
  type BridgeCall,
  type BridgeFailure,
  type BridgeVersion,
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
})

const CallSchema = z.object({
  id: z.int().check(z.nonnegative()),
  call: z.string().check(z.maxLength(64)),
  params: z.optional(z.unknown()),
})

const Id = z.string().check(z.minLength(1), z.maxLength(200))
const Nothing = z.undefined()

const paramsOf: { [C in BridgeCall]: z.ZodMiniType<CallParams<C>> } = {
  init: Nothing,
  getPlayer: Nothing,
  getToken: Nothing,
  signIn: Nothing,
  signOut: Nothing,
  getCatalog: Nothing,
  purchase: z.object({ itemId: Id }),
  getPurchases: Nothing,
  consumePurchase: z.object({ id: Id }),
  getLanguage: Nothing,
  ready: Nothing,
  gameplayStart: Nothing,
  gameplayStop: Nothing,
  openSupport: Nothing,
}

/** One call that may be answered: its parameters fit its name. */
export type ReadCall = { [C in BridgeCall]: { id: number; call: C; params: CallParams<C> } }[BridgeCall]

export type CallReading = ({ ok: true } & ReadCall) | { ok: false; id: number | null; error: BridgeFailure }

/** @returns null for anything but a well-made greeting. */
export function readHello(message: unknown): Hello | null {
  return HelloSchema.safeParse(plainOrNull(message)).data ?? null
}

/** The newest version both sides know, or null. */
export function chooseVersion(offered: readonly number[]): BridgeVersion | null {
  return BRIDGE_VERSIONS.find((version) => offered.includes(version)) ?? null
}

/**
 * Reads what came through the port. Where it can tell which call was meant, it says why the call is refused, so
 * that an honest developer finds the mistake; `id: null` deserves no answer.
 */
export function readCall(message: unknown): CallReading {
  const envelope = CallSchema.safeParse(plainOrNull(message)).data
  if (!envelope)
    return refuse(idOf(message), 'INVALID_PARAMS', 'Not a call of the bridge, or not small plain data')
  const { id, call, params } = envelope
  if (!isBridgeCall(call)) return refuse(id, 'UNKNOWN_CALL', `The bridge has no call ${call}`)
  const fitting = paramsOf[call].safeParse(params)
  if (!fitting.success) return refuse(id, 'INVALID_PARAMS', `The parameters do not fit ${call}`)
  return { ok: true, id, call, params: fitting.data } as CallReading
}

function refuse(id: number | null, code: BridgeFailure['code'], message: string): CallReading {
  return { ok: false, id, error: { code, message } }
}

function isBridgeCall(name: string): name is BridgeCall {
  return Object.hasOwn(paramsOf, name)
}

function idOf(message: unknown): number | null {
  const id = (message as { id?: unknown } | null | undefined)?.id
  return Number.isSafeInteger(id) ? (id as number) : null
}

function plainOrNull(message: unknown): unknown {
  try {
    return readPlain(message, MAX_MESSAGE_BYTES)
  } catch {
    return null
  }
}
