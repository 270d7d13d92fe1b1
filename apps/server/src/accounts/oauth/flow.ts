import { type EventCode, eventCodes } from '@playhub/contract'
import type { Config } from '../../config.ts'
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import type { SocialMethod } from '../identity-providers/config.ts'
import { hashToken } from '../random-token.ts'

/** How long a person has at the provider, and afterwards the client to ask for the result. */
export const flowTtlMs = 10 * MINUTE_MS
/** How long a result that has been told may be asked for again: the first answer may have been lost. */
export const resultTtlMs = 60 * SECOND_MS

/** Each flow has a cookie of its own, so that two tabs do not disturb each other. */
export function bindingCookieOf(flowId: string): string {
  return `oauth-${hashToken(flowId).slice(0, 12)}`
}

/** As it is registered at the provider; never from what a request says of its host. */
export function redirectUriOf({ http }: Config, method: SocialMethod): string {
  return `${http.publicUrl}/passport/${method}/callback`
}

/**
 * The origin, when it is one of the hub's besides the public one: providers send browsers to the public one only, and
 * from there they go home. Null for the public one, and for what a stranger made a request say.
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

/** The browser cannot go on, and no flow can be told of it: the result says which event. */
export class OAuthFlowError extends Error {
  readonly eventCode: EventCode

  constructor(eventCode: EventCode) {
    super(`Event ${eventCode}`)
    this.eventCode = eventCode
  }
}
