import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { codeOf } from './callback-answer.ts'
import type { TelegramConfig } from './config.ts'
import { createIdTokenReader, type IdTokenClaims } from './id-token.ts'
import { askForJson, Subject } from './outgoing.ts'
import { IdentityNotProven, type IdentityProvider, type ProvenIdentity } from './provider.ts'

const TokenAnswer = z.object({ id_token: z.string() })

/** `id` is the person's number everywhere in Telegram, as the widget has it. `sub` is not, and user names change hands. */
const Person = z.object({
  id: Subject,
  name: z.string().nullish(),
  preferred_username: z.string().nullish(),
})

/** @see https://core.telegram.org/bots/telegram-login */
export function telegramByOpenId(
  config: TelegramConfig & { clientSecret: string },
  clock: Clock,
): Pick<IdentityProvider, 'startSignIn' | 'finishSignIn'> {
  const readToken = createIdTokenReader(
    { ...config, company: 'Telegram', algorithms: ['RS256', 'ES256', 'EdDSA'] },
    clock,
  )
  return {
    startSignIn({ state, nonce, codeVerifier, redirectUri }, language) {
      const url = new URL(config.authorizationUrl)
      url.search = new URLSearchParams({
        client_id: config.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid profile',
        state,
        nonce,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        lang: language,
      }).toString()
      return url
    },

    async finishSignIn(answer, { nonce, codeVerifier, redirectUri }) {
      const headers = { authorization: basic(config.clientId, config.clientSecret) }
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code: codeOf(answer),
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      })
      const { id_token } = await askForJson(config.tokenUrl, { method: 'POST', headers, body }, TokenAnswer)
      const claims = await readToken(id_token, [config.clientId])
      // Telegram does not always repeat the nonce; the code verifier holds the flow together where it does not.
      if (claims.nonce !== undefined && claims.nonce !== nonce)
        throw new IdentityNotProven('An ID token of Telegram is of another sign-in')
      return identityOf(claims)
    },
  }
}

function identityOf(claims: IdTokenClaims): ProvenIdentity {
  const person = Person.safeParse(claims)
  if (!person.success) throw new IdentityNotProven('An ID token of Telegram names nobody')
  const { id, name = null, preferred_username } = person.data
  const label = name ?? (preferred_username ? `@${preferred_username}` : null)
  return { method: 'telegram', subject: id, name, email: null, label }
}

/** Both parts are form-encoded first. @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 */
function basic(id: string, secret: string): string {
  const encoded = [id, secret].map((part) => new URLSearchParams({ part }).toString().slice('part='.length))
  return `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`
}
