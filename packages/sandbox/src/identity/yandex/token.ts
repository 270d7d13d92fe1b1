import type { ApiResponse } from '../../platform/emulated-api.ts'
import { newId } from '../../platform/ids.ts'
import { YANDEX } from '../constants.ts'
import { json, type OAuthRequest, oauthError } from '../http.ts'
import { clientCredentials, isVerified } from '../oauth.ts'
import { TOKEN_LIFETIME_S, type YandexApp } from './app.ts'

export function exchangeCode({ context, tokens }: YandexApp, request: OAuthRequest): ApiResponse {
  const { form } = request
  const { id, secret } = clientCredentials(request)
  if (id !== YANDEX.clientId) throw oauthError(400, 'invalid_client', 'Client not found')
  if (secret !== YANDEX.clientSecret) throw oauthError(401, 'invalid_client', 'Wrong client secret')
  if (form.get('grant_type') !== 'authorization_code')
    throw oauthError(400, 'unsupported_grant_type', 'grant_type is unknown')

  const code = context.codes.redeem(form.get('code'))
  if (!code || context.takesFault('reused-code')) throw oauthError(400, 'invalid_grant', 'Code has expired')
  const { persona, scopes, challenge = null } = code
  if (!isVerified(challenge, form.get('code_verifier')))
    throw oauthError(400, 'invalid_grant', 'code_verifier does not match')
  const clientId = context.takesFault('wrong-audience') ? YANDEX.foreignClientId : YANDEX.clientId
  const ageS = context.takesFault('expired') ? TOKEN_LIFETIME_S : 0
  return json({
    access_token: tokens.issue({ persona, scopes, clientId }, ageS),
    expires_in: TOKEN_LIFETIME_S,
    refresh_token: newId('1:', 48),
    token_type: 'bearer',
    scope: scopes.join(' '),
  })
}
