import { FACEBOOK } from '../constants.ts'
import { type Answer, type Call, json, parameterOf } from '../http.ts'
import { answersChallenge } from '../pkce.ts'
import { type FacebookApp, graphError, newAccessToken, TOKEN_LIFETIME_S } from './app.ts'

export function exchange(app: FacebookApp, call: Call): Answer {
  const { ground, codes } = app
  const given = (name: string) => parameterOf(call, name)
  if (given('client_id') !== FACEBOOK.appId)
    throw graphError(
      400,
      101,
      'Error validating application. Cannot get application info due to a system error.',
    )
  if (given('client_secret') !== FACEBOOK.appSecret)
    throw graphError(400, 1, 'Error validating client secret.')

  const code = codes.take(given('code'))
  if (!code || ground.takes('reused-code'))
    throw graphError(400, 100, 'This authorization code has been used.', 36_009)
  if (code.redirectUri !== given('redirect_uri'))
    throw graphError(
      400,
      100,
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used ' +
        'in the OAuth dialog request',
      36_008,
    )
  if (!answersChallenge(code.challenge, given('code_verifier')))
    throw graphError(400, 100, 'Invalid code_verifier parameter')

  const { persona, scopes } = code
  const appId = ground.takes('wrong-audience') ? FACEBOOK.foreignAppId : FACEBOOK.appId
  const issuedAt = ground.takes('expired') ? ground.nowS() - TOKEN_LIFETIME_S : ground.nowS()
  return json({
    access_token: newAccessToken(app, { persona, scopes, appId }, issuedAt),
    token_type: 'bearer',
    expires_in: TOKEN_LIFETIME_S,
  })
}
