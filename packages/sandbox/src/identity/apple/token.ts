import type { ApiResponse } from '../../platform/emulated-api.ts'
import { newId } from '../../platform/ids.ts'
import { APPLE } from '../constants.ts'
import { json, type OAuthRequest, oauthError, omitNull } from '../http.ts'
import { halfHash, type IdTokenOptions, signIdToken, withFaults } from '../id-token.ts'
import type { Persona } from '../personas.ts'
import type { ProviderContext } from '../provider.ts'
import { getSubject } from './app.ts'
import { clientSecretError } from './client-secret.ts'

const DAY_S = 86_400

export function exchangeCode(context: ProviderContext, { form }: OAuthRequest): ApiResponse {
  const clientId = form.get('client_id')
  if (clientId !== APPLE.servicesId) throw oauthError(400, 'invalid_client', 'unknown client_id')
  const secretError = clientSecretError(form.get('client_secret'), {
    clientId,
    audience: context.base,
    nowS: context.nowS(),
  })
  if (secretError) throw oauthError(400, 'invalid_client', `client_secret: ${secretError}`)
  if (form.get('grant_type') !== 'authorization_code') throw oauthError(400, 'unsupported_grant_type')

  const code = context.codes.redeem(form.get('code'))
  if (!code || context.takesFault('reused-code'))
    throw oauthError(400, 'invalid_grant', 'The code has expired or has been revoked.')
  if (code.redirectUri !== form.get('redirect_uri'))
    throw oauthError(400, 'invalid_grant', 'redirect_uri does not match the one of the authorization.')

  const accessToken = newId('a', 48)
  const { persona, scopes, nonce = null } = code
  const asBooleans = context.takesFault('boolean-flags')
  const options = idTokenOptions(persona, scopes, { audience: clientId, nonce, asBooleans })
  options.claims.at_hash = halfHash(accessToken)
  return json({
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: newId('r', 48),
    id_token: signIdToken(context, withFaults(context, options, APPLE.foreignId)),
  })
}

/** Flags are strings unless `asBooleans`: Apple documents both. */
export function idTokenOptions(
  persona: Persona,
  scopes: string[],
  { audience, nonce, asBooleans = false }: { audience: string; nonce: string | null; asBooleans?: boolean },
): IdTokenOptions {
  const flag = (value: boolean) => (asBooleans ? value : String(value))
  const email = scopes.includes('email') ? visibleEmail(persona) : null
  return {
    audience,
    nonce,
    lifetimeS: DAY_S,
    claims: omitNull({
      sub: getSubject(persona),
      nonce_supported: nonce === null ? null : true,
      email,
      email_verified: email === null ? null : flag(persona.isEmailVerified),
      is_private_email: email !== null && email === persona.relayEmail ? flag(true) : null,
    }),
  }
}

/** The relay email when the person hides the real one. */
export function visibleEmail({ relayEmail, email }: Persona): string | null {
  return relayEmail ?? email
}
