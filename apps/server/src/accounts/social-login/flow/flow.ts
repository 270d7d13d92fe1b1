import { type EventCode, eventCodes } from '@playhub/contract'
import { hashToken } from '../../../platform/authentication/random-token.ts'
import { MINUTE_MS, SECOND_MS } from '../../../platform/clock.ts'
import { readSingleCookie } from '../../../platform/http/single-cookie.ts'
import type { HubConfig } from '../../../platform/hub-config.ts'
import type { SocialMethod } from '../providers/provider.ts'

/** Time limit for the person at the provider, and afterwards for the client to read the result. */
export const flowTtlMs = 10 * MINUTE_MS
/** Time in which a result can be reread, in case the first response was lost. */
export const resultTtlMs = 60 * SECOND_MS

/**
 * Each flow has its own cookie, so flows in two tabs do not interfere. The prefix prevents plain-HTTP pages and other
 * hosts on the same domain from setting it.
 */
export function getBindingCookieName({ http }: HubConfig, flowId: string): string {
  const prefix = http.publicUrl.startsWith('https:') ? '__Host-' : ''
  return `${prefix}oauth-${hashToken(flowId).slice(0, 12)}`
}

/**
 * Reads the flow's binding from the browser's cookies.
 * @throws OAuthFlowError when there are two, because one was planted
 */
export function readBinding(cookieHeader: string | undefined, name: string): string | undefined {
  const cookie = readSingleCookie(cookieHeader, name)
  if (cookie === 'repeated') throw new OAuthFlowError(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  return cookie.value
}

/** Must equal the URI registered with the provider, so it is never derived from the request's host. */
export function getRedirectUri({ http }: HubConfig, method: SocialMethod): string {
  return `${http.publicUrl}/passport/${method}/callback`
}

/**
 * The origin if it is an additional hub origin, null otherwise. Providers redirect only to the public origin; from
 * there the browser returns to the origin where it started.
 */
export function findOtherOrigin({ http }: HubConfig, origin: string): string | null {
  return origin !== http.publicUrl && http.isOtherOrigin(origin) ? origin : null
}

/** A failure outside any stored flow. The browser is redirected with the event code. */
export class OAuthFlowError extends Error {
  readonly eventCode: EventCode

  constructor(eventCode: EventCode) {
    super(`Event ${eventCode}`)
    this.eventCode = eventCode
  }
}
