import { eventCodes } from '@playhub/contract/events'
import { type FlowResult, failure, isCancelled, toEventCode } from '../oauth/flow-result.ts'

/** `for-app`: a success, which an app reads from the address; the hub does nothing with it. */
export type LoginResult = FlowResult | { name: 'for-app' }

const knownTypes: unknown[] = ['login', 'closed', 'unauthorized']

/**
 * Reads `{data, type, isError, errorCode}` from a URL (specification §3). It is untrusted: it may end a
 * login, but never log a player in.
 */
export function readLoginResult(text: string): LoginResult {
  const result = parse(text)
  if (!result) return failure(eventCodes.SIGN_IN_FAILED)
  if (!knownTypes.includes(result.type)) return failure(eventCodes.SIGN_IN_UNKNOWN_METHOD)
  if (result.isError !== true) return { name: 'for-app' }
  return isCancelled(result.errorCode) ? { name: 'cancelled' } : failure(toEventCode(result.errorCode))
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
