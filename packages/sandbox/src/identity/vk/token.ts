import type { ApiResponse } from '../../platform/emulated-api.ts'
import { newId } from '../../platform/ids.ts'
import { VK } from '../constants.ts'
import { json, type OAuthRequest, readParameter } from '../http.ts'
import { isVerified } from '../oauth.ts'
import type { Persona } from '../personas.ts'
import type { ProviderContext } from '../provider.ts'
import { getSubject, TOKEN_LIFETIME_S, type VkApp, vkError } from './app.ts'

/** VK allows fewer characters than RFC 7636. */
const VERIFIER = /^[\w-]{43,128}$/

type ParameterReader = (name: string) => string | null

export function issueToken(app: VkApp, request: OAuthRequest): ApiResponse {
  const param: ParameterReader = (name) => readParameter(request, name)
  if (param('client_id') !== VK.clientId) throw vkError('invalid_client', 'client_id is unknown')
  authenticateApp(app, param)
  if (!param('device_id')) throw vkError('invalid_request', 'device_id is invalid', param('state'))
  if (!param('state')) throw vkError('invalid_request', 'state is missing')
  switch (param('grant_type')) {
    case 'authorization_code':
      return exchangeCode(app, param)
    case 'refresh_token':
      return exchangeRefreshToken(app, param)
    default:
      throw vkError('unsupported_grant_type', 'grant_type is unknown', param('state'))
  }
}

/** A public app sends no key. A key sent must be right, and a confidential app must send one. */
function authenticateApp({ context }: VkApp, param: ParameterReader): void {
  const isConfidential = context.takesFault('confidential-app')
  const keys = [
    [param('service_token'), VK.serviceToken],
    [param('client_secret'), VK.clientSecret],
  ]
  const given = keys.filter(([key]) => key)
  if (given.length === 0 && !isConfidential) return
  if (given.length > 0 && given.every(([key, expected]) => key === expected)) return
  throw vkError('invalid_client', 'service_token is missing or invalid', param('state'))
}

function exchangeCode(app: VkApp, param: ParameterReader): ApiResponse {
  const { context } = app
  const invalidGrant = (reason: string) => vkError('invalid_grant', reason, param('state'))
  const verifier = param('code_verifier') ?? ''
  if (!VERIFIER.test(verifier))
    throw vkError('invalid_request', 'code_verifier is missing or malformed', param('state'))
  const code = context.codes.redeem(param('code'))
  if (!code || context.takesFault('reused-code')) throw invalidGrant('code is invalid or expired')
  const { persona, scopes, deviceId = '' } = code
  if (deviceId !== param('device_id')) throw invalidGrant('device_id is invalid')
  if (code.redirectUri !== param('redirect_uri')) throw invalidGrant('redirect_uri does not match')
  if (!isVerified(code.challenge ?? null, verifier)) throw invalidGrant('code_verifier is invalid')
  return tokenResponse(app, { persona, scopes, deviceId }, param('state'))
}

/** A refresh token works once. The response contains the next one. */
function exchangeRefreshToken(app: VkApp, param: ParameterReader): ApiResponse {
  const token = app.refreshTokens.redeem(param('refresh_token'))
  if (!token || token.deviceId !== param('device_id'))
    throw vkError('invalid_grant', 'refresh_token is invalid', param('state'))
  return tokenResponse(app, token, param('state'))
}

function tokenResponse(
  { context, tokens, refreshTokens }: VkApp,
  { persona, scopes, deviceId }: { persona: Persona; scopes: string[]; deviceId: string },
  state: string | null,
): ApiResponse {
  return json({
    access_token: tokens.issue({ persona, scopes }, context.takesFault('expired') ? TOKEN_LIFETIME_S : 0),
    refresh_token: refreshTokens.issue({ persona, scopes, deviceId }),
    id_token: signIdToken(context, persona),
    ...(context.takesFault('missing-token-type') ? {} : { token_type: 'Bearer' }),
    expires_in: TOKEN_LIFETIME_S,
    user_id: Number(getSubject(persona)),
    state: context.takesFault('wrong-token-state') ? newId('', 43) : state,
    scope: ['vkid.personal_info', ...scopes.filter((scope) => scope !== 'vkid.personal_info')].join(' '),
  })
}

/** VK's ID token has no audience, and VK publishes no keys, so it cannot serve for login. */
export function signIdToken(context: ProviderContext, persona: Persona, isForged = false): string {
  const issuedAt = context.nowS()
  return context.keys.sign(
    {
      iss: 'VK',
      sub: Number(getSubject(persona)),
      app: Number(VK.clientId),
      exp: issuedAt + 180 * 86_400,
      iat: issuedAt,
      jti: newId('', 22),
    },
    isForged,
  )
}
