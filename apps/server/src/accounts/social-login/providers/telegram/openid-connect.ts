import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Clock } from '../../../../platform/clock.ts'
import { createIdTokenReader, type IdTokenClaims } from '../id-token.ts'
import {
  IdentityNotVerified,
  type IdentityProvider,
  requireCode,
  type VerifiedIdentity,
} from '../provider.ts'
import { fetchProviderJson, Subject, withQuery } from '../provider-fetch.ts'
import type { TelegramConfig } from '../provider-settings.ts'

const TokenResponse = z.object({ id_token: z.string() })

/**
 * `id` is the Telegram user id, which the login widget reports too. `sub` differs, and user names can change owners.
 */
const Profile = z.object({
  id: Subject,
  name: z.string().nullish(),
  preferred_username: z.string().nullish(),
})

/** @see https://core.telegram.org/bots/telegram-login */
export function createOpenIdConnectFlow(
  config: TelegramConfig & { clientSecret: string },
  clock: Clock,
): Pick<IdentityProvider, 'startLogin' | 'finishLogin'> {
  const readToken = createIdTokenReader(
    { ...config, providerName: 'Telegram', algorithms: ['RS256', 'ES256', 'EdDSA'] },
    clock,
  )
  return {
    startLogin({ state, nonce, codeVerifier, redirectUri }, language) {
      return withQuery(config.authorizationUrl, {
        client_id: config.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid profile',
        state,
        nonce,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        lang: language,
      })
    },

    async finishLogin(parameters, { nonce, codeVerifier, redirectUri }) {
      const headers = { authorization: basic(config.clientId, config.clientSecret) }
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code: requireCode(parameters),
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      })
      const { id_token } = await fetchProviderJson(
        config.tokenUrl,
        { method: 'POST', headers, body },
        TokenResponse,
      )
      const claims = await readToken(id_token, [config.clientId])
      // Telegram does not always return the nonce; PKCE protects the flow without it.
      if (claims.nonce !== undefined && claims.nonce !== nonce)
        throw new IdentityNotVerified('The ID token of Telegram belongs to another login')
      return toIdentity(claims)
    },
  }
}

function toIdentity(claims: IdTokenClaims): VerifiedIdentity {
  const profile = Profile.safeParse(claims)
  if (!profile.success) throw new IdentityNotVerified('The ID token of Telegram identifies nobody')
  const { id, name = null, preferred_username } = profile.data
  const label = name ?? (preferred_username ? `@${preferred_username}` : null)
  return { method: 'telegram', subject: id, name, email: null, label }
}

/** Both parts are form-encoded. @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 */
function basic(id: string, secret: string): string {
  const encoded = [id, secret].map((part) => new URLSearchParams({ part }).toString().slice('part='.length))
  return `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`
}
