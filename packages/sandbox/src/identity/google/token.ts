import type { ApiResponse } from '../../platform/emulated-api.ts'
import { GOOGLE } from '../constants.ts'
import { json, type OAuthRequest, oauthError } from '../http.ts'
import { halfHash, type IdTokenOptions, signIdToken, withFaults } from '../id-token.ts'
import { clientCredentials, isVerified } from '../oauth.ts'
import type { Persona } from '../personas.ts'
import { type GoogleApp, getSubject, issueAccessToken, TOKEN_LIFETIME_S } from './app.ts'
import { longScope, personalClaims } from './profile.ts'

export function exchangeCode(app: GoogleApp, request: OAuthRequest): ApiResponse {
  const { context } = app
  const { form } = request
  const { id, secret } = clientCredentials(request)
  if (id !== GOOGLE.clientId) throw oauthError(401, 'invalid_client', 'The OAuth client was not found.')
  if (secret !== GOOGLE.clientSecret) throw oauthError(401, 'invalid_client', 'Unauthorized')
  if (form.get('grant_type') !== 'authorization_code')
    throw oauthError(400, 'unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type') ?? ''}`)

  const code = context.codes.redeem(form.get('code'))
  if (!code || context.takesFault('reused-code'))
    throw oauthError(400, 'invalid_grant', 'Malformed auth code.')
  if (code.redirectUri !== form.get('redirect_uri'))
    throw oauthError(400, 'redirect_uri_mismatch', 'Bad Request')
  if (!isVerified(code.challenge ?? null, form.get('code_verifier')))
    throw oauthError(400, 'invalid_grant', 'Invalid code verifier.')

  const { persona, scopes, nonce = null } = code
  const options = withFaults(
    context,
    idTokenOptions(persona, scopes, { audience: GOOGLE.clientId, nonce }),
    GOOGLE.foreignClientId,
  )
  const { audience } = options
  const accessToken = issueAccessToken(
    app,
    { persona, scopes, audience },
    options.isExpired ? TOKEN_LIFETIME_S : 0,
  )
  options.claims.at_hash = halfHash(accessToken)
  return json({
    access_token: accessToken,
    expires_in: TOKEN_LIFETIME_S,
    scope: longScope(scopes),
    token_type: 'Bearer',
    ...(scopes.includes('openid') ? { id_token: signIdToken(context, options) } : {}),
  })
}

export function idTokenOptions(
  persona: Persona,
  scopes: string[],
  { audience, nonce }: { audience: string; nonce: string | null },
): IdTokenOptions {
  return {
    audience,
    nonce,
    lifetimeS: 3600,
    claims: { azp: audience, sub: getSubject(persona), ...personalClaims(persona, scopes) },
  }
}
