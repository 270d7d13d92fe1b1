import { newId } from '../../platform/ids.ts'
import { APPLE } from '../constants.ts'
import { type Answer, type Call, json, refusal } from '../http.ts'
import { halfHash, type IdTokenWish, withFaults, writeIdToken } from '../id-token.ts'
import type { Persona } from '../personas.ts'
import { told } from '../told.ts'
import { type AppleApp, subjectOf } from './app.ts'
import { faultOfClientSecret } from './client-secret.ts'

const DAY_S = 86_400

export function exchange({ ground, codes }: AppleApp, { form }: Call): Answer {
  const clientId = form.get('client_id')
  if (clientId !== APPLE.servicesId) throw refusal(400, 'invalid_client', 'unknown client_id')
  const wrong = faultOfClientSecret(form.get('client_secret'), {
    clientId,
    audience: ground.base,
    nowS: ground.nowS(),
  })
  if (wrong) throw refusal(400, 'invalid_client', `client_secret: ${wrong}`)
  if (form.get('grant_type') !== 'authorization_code') throw refusal(400, 'unsupported_grant_type')

  const code = codes.take(form.get('code'))
  if (!code || ground.takes('reused-code'))
    throw refusal(400, 'invalid_grant', 'The code has expired or has been revoked.')
  if (code.redirectUri !== form.get('redirect_uri'))
    throw refusal(400, 'invalid_grant', 'redirect_uri does not match the one of the authorization.')

  const accessToken = newId('a', 48)
  const { persona, scopes, nonce } = code
  const asBooleans = ground.takes('boolean-flags')
  const wish = idTokenWish(persona, scopes, { audience: clientId, nonce, asBooleans })
  wish.claims.at_hash = halfHash(accessToken)
  return json({
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: newId('r', 48),
    id_token: writeIdToken(ground, withFaults(ground, wish, APPLE.foreignId)),
  })
}

/** Flags are strings, as Apple sends them more often than not. */
export function idTokenWish(
  persona: Persona,
  scopes: string[],
  { audience, nonce, asBooleans = false }: { audience: string; nonce: string | null; asBooleans?: boolean },
): IdTokenWish {
  const flag = (value: boolean) => (asBooleans ? value : String(value))
  const email = scopes.includes('email') ? shownEmail(persona) : null
  return {
    audience,
    nonce,
    lifetimeS: DAY_S,
    claims: told({
      sub: subjectOf(persona),
      nonce_supported: nonce === null ? null : true,
      email,
      email_verified: email === null ? null : flag(persona.isEmailVerified),
      is_private_email: email !== null && email === persona.relayEmail ? flag(true) : null,
    }),
  }
}

/** The relay address when the person hides the real one; none for accounts without. */
export function shownEmail({ relayEmail, email }: Persona): string | null {
  return relayEmail ?? email
}
