import * as z from 'zod'
import { type Clock, SECOND_MS } from '../../platform/clock.ts'
import { createAppleSecrets } from './apple-secret.ts'
import { codeOf } from './callback-answer.ts'
import type { AppleConfig } from './config.ts'
import { clockToleranceSeconds, createIdTokenReader, type IdTokenClaims } from './id-token.ts'
import { askForJson } from './outgoing.ts'
import { proofKey, type SpendProof } from './proof-key.ts'
import { IdentityNotProven, type IdentityProvider, type ProvenIdentity } from './provider.ts'

export type Apple = IdentityProvider & {
  /**
   * Reads an ID token that an app of ours brought, once.
   * @param name  What the app was told at the first consent; Apple signs it never.
   * @throws IdentityNotProven or ProviderUnavailable
   */
  readIdToken(idToken: string, name: string | null): Promise<ProvenIdentity>
}

const TokenAnswer = z.object({ id_token: z.string() })
/** Apple posts it from the browser at the first consent only. It says how to call the person, and nothing else. */
const FirstGreeting = z.object({
  name: z.object({ firstName: z.string().catch(''), lastName: z.string().catch('') }),
})

/** @see https://developer.apple.com/documentation/signinwithapplerestapi */
export function createApple(config: AppleConfig, clock: Clock, spendProof: SpendProof): Apple {
  const newSecret = createAppleSecrets(config, clock)
  const readToken = createIdTokenReader({ ...config, company: 'Apple', algorithms: ['RS256'] }, clock)

  return {
    method: 'apple',

    startSignIn({ state, nonce, redirectUri }) {
      const url = new URL(config.authorizationUrl)
      url.search = new URLSearchParams({
        client_id: config.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        // Apple tells the name and the address in no other way.
        response_mode: 'form_post',
        scope: 'name email',
        state,
        nonce,
      }).toString()
      return url
    },

    async finishSignIn(answer, { nonce, redirectUri }) {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code: codeOf(answer),
        redirect_uri: redirectUri,
        client_id: config.clientId,
        client_secret: await newSecret(),
      })
      const { id_token } = await askForJson(config.tokenUrl, { method: 'POST', body }, TokenAnswer)
      const claims = await readToken(id_token, [config.clientId])
      if (claims.nonce !== nonce) throw new IdentityNotProven('An ID token of Apple is of another sign-in')
      return identityOf(claims, greetedName(answer.user))
    },

    async readIdToken(idToken, name) {
      const claims = await readToken(idToken, [config.clientId, ...config.nativeClientIds])
      if (!(await spendProof(proofKey('apple', signedPartOf(idToken)), worthlessAt(claims))))
        throw new IdentityNotProven('An ID token of Apple was used before')
      return identityOf(claims, name)
    },
  }
}

/** The signature itself can be written in several ways that all hold. */
function signedPartOf(idToken: string): string {
  return idToken.slice(0, idToken.lastIndexOf('.'))
}

function worthlessAt({ exp }: IdTokenClaims): number {
  return (exp + clockToleranceSeconds + 1) * SECOND_MS
}

function identityOf({ sub, email, email_verified }: IdTokenClaims, name: string | null): ProvenIdentity {
  const address = typeof email === 'string' ? email : null
  // Apple sends its flags as texts more often than not.
  const isVerified = email_verified === true || email_verified === 'true'
  return { method: 'apple', subject: sub, name, email: isVerified ? address : null, label: address ?? name }
}

function greetedName(user: string | undefined): string | null {
  if (!user) return null
  const greeting = FirstGreeting.safeParse(parsed(user))
  if (!greeting.success) return null
  const { firstName, lastName } = greeting.data.name
  return `${firstName} ${lastName}`.trim() || null
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
