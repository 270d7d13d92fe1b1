import * as z from 'zod'
import { type Clock, SECOND_MS } from '../../../../platform/clock.ts'
import { clockToleranceSeconds, createIdTokenReader, type IdTokenClaims } from '../id-token.ts'
import {
  assertionKey,
  type ConsumeAssertion,
  IdentityNotVerified,
  type IdentityProvider,
  requireCode,
  type VerifiedIdentity,
} from '../provider.ts'
import { fetchProviderJson, withQuery } from '../provider-fetch.ts'
import type { AppleConfig } from '../provider-settings.ts'
import { createAppleSecrets } from './client-secret.ts'

export type Apple = IdentityProvider & {
  /**
   * Verifies an ID token issued to our apps and marks it as used.
   * @param name  Received by the app at the first consent; Apple does not sign it.
   * @throws IdentityNotVerified or ProviderUnavailable
   */
  readIdToken(idToken: string, name: string | null): Promise<VerifiedIdentity>
}

const TokenResponse = z.object({ id_token: z.string() })
/** Apple posts it through the browser, unsigned and only at the first consent. Used only for the name. */
const FirstConsent = z.object({
  name: z.object({ firstName: z.string().catch(''), lastName: z.string().catch('') }),
})

/** @see https://developer.apple.com/documentation/signinwithapplerestapi */
export function createApple(config: AppleConfig, clock: Clock, consumeAssertion: ConsumeAssertion): Apple {
  const createClientSecret = createAppleSecrets(config, clock)
  const readToken = createIdTokenReader({ ...config, providerName: 'Apple', algorithms: ['RS256'] }, clock)

  return {
    method: 'apple',

    startLogin({ state, nonce, redirectUri }) {
      return withQuery(config.authorizationUrl, {
        client_id: config.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        // Apple returns the name and the email address only with form_post.
        response_mode: 'form_post',
        scope: 'name email',
        state,
        nonce,
      })
    },

    async finishLogin(parameters, { nonce, redirectUri }) {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code: requireCode(parameters),
        redirect_uri: redirectUri,
        client_id: config.clientId,
        client_secret: await createClientSecret(),
      })
      const { id_token } = await fetchProviderJson(config.tokenUrl, { method: 'POST', body }, TokenResponse)
      const claims = await readToken(id_token, [config.clientId])
      if (claims.nonce !== nonce)
        throw new IdentityNotVerified('The ID token of Apple belongs to another login')
      return toIdentity(claims, nameFromFirstConsent(parameters.user))
    },

    async readIdToken(idToken, name) {
      const claims = await readToken(idToken, [config.clientId, ...config.nativeClientIds])
      const usedAssertion = assertionKey('apple', getSignedPart(idToken))
      if (!(await consumeAssertion(usedAssertion, assertionExpiresAt(claims))))
        throw new IdentityNotVerified('The ID token of Apple was used before')
      return { ...toIdentity(claims, name), usedAssertion }
    },
  }
}

/** Omits the signature, which has several valid encodings. */
function getSignedPart(idToken: string): string {
  return idToken.slice(0, idToken.lastIndexOf('.'))
}

function assertionExpiresAt({ exp }: IdTokenClaims): number {
  return (exp + clockToleranceSeconds + 1) * SECOND_MS
}

function toIdentity({ sub, email, email_verified }: IdTokenClaims, name: string | null): VerifiedIdentity {
  const mailbox = typeof email === 'string' ? email : null
  // Apple sends booleans mostly as strings.
  const isVerified = email_verified === true || email_verified === 'true'
  return { method: 'apple', subject: sub, name, email: isVerified ? mailbox : null, label: mailbox ?? name }
}

function nameFromFirstConsent(user: string | undefined): string | null {
  if (!user) return null
  const consent = FirstConsent.safeParse(parseJson(user))
  if (!consent.success) return null
  const { firstName, lastName } = consent.data.name
  return `${firstName} ${lastName}`.trim() || null
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
