import { eventCodes } from '@playhub/contract/events'
import { eventCodeOf, type FlowEnd, failed, isCancelled } from '../oauth/flow-result.ts'

/** A result that is meant for an app, which reads it from the address: there is nothing to do but wait. */
export type LoginResult = FlowEnd | { name: 'for-others' }

/** What the hub itself may say at this address; a success is for whoever opened it, and no login is taken from it. */
const knownTypes: unknown[] = ['login', 'closed', 'unauthorized']

/**
 * Reads the `{data, type, isError, errorCode}` of an address (specification §3). Anybody can write one: it may only end
 * a sign-in, never begin a login.
 */
export function readLoginResult(text: string): LoginResult {
  const result = parse(text)
  if (!result) return failed(eventCodes.SIGN_IN_FAILED)
  if (!knownTypes.includes(result.type)) return failed(eventCodes.SIGN_IN_UNKNOWN_METHOD)
  if (result.isError !== true) return { name: 'for-others' }
  return isCancelled(result.errorCode) ? { name: 'cancelled' } : failed(eventCodeOf(result.errorCode))
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
