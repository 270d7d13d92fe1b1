import { createHash } from 'node:crypto'
import { newId } from '../../platform/ids.ts'
import { VK } from '../constants.ts'
import { type Answer, type Call, json, parameterOf } from '../http.ts'
import type { Persona } from '../personas.ts'
import type { Ground } from '../provider.ts'
import { refusal, subjectOf, TOKEN_LIFETIME_S, type VkApp } from './app.ts'

const VERIFIER = /^[\w-]{43,128}$/

export function exchange(app: VkApp, call: Call): Answer {
  const given = (name: string) => parameterOf(call, name)
  if (given('client_id') !== VK.clientId) throw refusal('invalid_client', 'client_id is unknown')
  if (!given('device_id')) throw refusal('invalid_request', 'device_id is invalid', given('state'))
  if (!given('state')) throw refusal('invalid_request', 'state is missing')
  switch (given('grant_type')) {
    case 'authorization_code':
      return redeemCode(app, given)
    case 'refresh_token':
      return refresh(app, given)
    default:
      throw refusal('unsupported_grant_type', 'grant_type is unknown', given('state'))
  }
}

type Given = (name: string) => string | null

function redeemCode(app: VkApp, given: Given): Answer {
  const refuse = (reason: string) => refusal('invalid_grant', reason, given('state'))
  const verifier = given('code_verifier') ?? ''
  if (!VERIFIER.test(verifier))
    throw refusal('invalid_request', 'code_verifier is missing or malformed', given('state'))
  const code = app.codes.take(given('code'))
  if (!code || app.ground.takes('reused-code')) throw refuse('code is invalid or expired')
  if (code.deviceId !== given('device_id')) throw refuse('device_id is invalid')
  if (code.redirectUri !== given('redirect_uri')) throw refuse('redirect_uri does not match')
  if (createHash('sha256').update(verifier).digest('base64url') !== code.challenge)
    throw refuse('code_verifier is invalid')
  return json(issue(app, code, given('state')))
}

/** A refresh token serves once: the answer brings the next one. */
function refresh(app: VkApp, given: Given): Answer {
  const token = app.refreshTokens.take(given('refresh_token'))
  if (!token || token.deviceId !== given('device_id'))
    throw refusal('invalid_grant', 'refresh_token is invalid', given('state'))
  return json(issue(app, token, given('state')))
}

function issue(
  { ground, tokens, refreshTokens }: VkApp,
  { persona, scopes, deviceId }: { persona: Persona; scopes: string[]; deviceId: string },
  state: string | null,
) {
  return {
    access_token: tokens.put({ persona, scopes }, ground.takes('expired') ? TOKEN_LIFETIME_S : 0),
    refresh_token: refreshTokens.put({ persona, scopes, deviceId }),
    id_token: idToken(ground, persona),
    token_type: 'Bearer',
    expires_in: TOKEN_LIFETIME_S,
    user_id: Number(subjectOf(persona)),
    state: ground.takes('wrong-token-state') ? newId('', 43) : state,
    scope: ['vkid.personal_info', ...scopes.filter((scope) => scope !== 'vkid.personal_info')].join(' '),
  }
}

/** It names no audience and VK publishes no keys for it: nothing to sign in by. */
export function idToken(ground: Ground, persona: Persona, isForged = false): string {
  const issuedAt = ground.nowS()
  return ground.keys.sign(
    {
      iss: 'VK',
      sub: Number(subjectOf(persona)),
      app: Number(VK.clientId),
      exp: issuedAt + 180 * 86_400,
      iat: issuedAt,
      jti: newId('', 22),
    },
    isForged,
  )
}
