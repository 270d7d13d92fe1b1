import { type EventCode, eventCodes } from '@playhub/contract'
import type { Config } from '../../config.ts'
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import { readSingleCookie } from '../../platform/http/single-cookie.ts'
import type { SocialMethod } from '../identity-providers/config.ts'
import { hashToken } from '../random-token.ts'

/** Time limit for the person at the provider, and afterwards for the client to read the result. */
export const flowTtlMs = 10 * MINUTE_MS
/** How long a result can be read again, in case the first response was lost. */
export const resultTtlMs = 60 * SECOND_MS

/**
 * Each flow has its own cookie, so that flows in two tabs do not interfere. With the prefix, neither a page over http nor
 * another host below the same domain can set it.
 */
export function bindingCookieOf({ http }: Config, flowId: string): string {
  const prefix = http.publicUrl.startsWith('https:') ? '__Host-' : ''
  return `${prefix}oauth-${hashToken(flowId).slice(0, 12)}`
}

/**
 * The binding of a flow that the browser carries.
 * @throws OAuthFlowError when it carries two, because one of them was planted
 */
export function readBinding(cookieHeader: string | undefined, name: string): string | undefined {
  const cookie = readSingleCookie(cookieHeader, name)
  if (cookie === 'repeated') throw new OAuthFlowError(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  return cookie.value
}

/** Must equal the URI registered with the provider, so it is never derived from a request's host. */
export function redirectUriOf({ http }: Config, method: SocialMethod): string {
  return `${http.publicUrl}/passport/${method}/callback`
}

/**
 * The origin if it is one of the hub's additional origins, null otherwise. Providers redirect to the public origin only;
 * from there the browser is sent back to the one where it started.
 */
export function otherOriginOf({ http }: Config, origin: string): string | null {
  return origin !== http.publicUrl && http.isOtherOrigin(origin) ? origin : null
}

export const failureCodes: Record<SocialMethod, EventCode> = {
  google: eventCodes.SIGN_IN_GOOGLE_FAILED,
  apple: eventCodes.SIGN_IN_APPLE_FAILED,
  vk: eventCodes.SIGN_IN_VK_FAILED,
  yandex: eventCodes.SIGN_IN_YANDEX_FAILED,
  telegram: eventCodes.SIGN_IN_TELEGRAM_FAILED,
  facebook: eventCodes.SIGN_IN_FACEBOOK_FAILED,
}

/** A failure that cannot be saved in a flow. The browser is redirected with the event code. */
export class OAuthFlowError extends Error {
  readonly eventCode: EventCode

  constructor(eventCode: EventCode) {
    super(`Event ${eventCode}`)
    this.eventCode = eventCode
  }
}
