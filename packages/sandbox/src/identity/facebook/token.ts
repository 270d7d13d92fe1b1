import type { ApiResponse } from '../../platform/emulated-api.ts'
import { FACEBOOK } from '../constants.ts'
import { json, type OAuthRequest, readParameter } from '../http.ts'
import { isVerified } from '../oauth.ts'
import { type FacebookApp, graphError, issueAccessToken, TOKEN_LIFETIME_S } from './app.ts'

export function exchangeCode(app: FacebookApp, request: OAuthRequest): ApiResponse {
  const { context } = app
  const param = (name: string) => readParameter(request, name)
  if (param('client_id') !== FACEBOOK.appId)
    throw graphError(
      400,
      101,
      'Error validating application. Cannot get application info due to a system error.',
    )
  if (param('client_secret') !== FACEBOOK.appSecret)
    throw graphError(400, 1, 'Error validating client secret.')

  const code = context.codes.redeem(param('code'))
  if (!code || context.takesFault('reused-code'))
    throw graphError(400, 100, 'This authorization code has been used.', 36_009)
  if (code.redirectUri !== param('redirect_uri'))
    throw graphError(
      400,
      100,
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used ' +
        'in the OAuth dialog request',
      36_008,
    )
  if (!isVerified(code.challenge ?? null, param('code_verifier')))
    throw graphError(400, 100, 'Invalid code_verifier parameter')

  const { persona, scopes } = code
  const appId = context.takesFault('wrong-audience') ? FACEBOOK.foreignAppId : FACEBOOK.appId
  const issuedAt = context.takesFault('expired') ? context.nowS() - TOKEN_LIFETIME_S : context.nowS()
  return json({
    access_token: issueAccessToken(app, { persona, scopes, appId }, issuedAt),
    token_type: 'bearer',
    expires_in: TOKEN_LIFETIME_S,
  })
}
