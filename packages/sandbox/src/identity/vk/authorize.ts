import type { ApiResponse } from '../../platform/emulated-api.ts'
import { newId } from '../../platform/ids.ts'
import { startAuthorization } from '../authorization.ts'
import { VK } from '../constants.ts'
import { type OAuthRequest, redirect } from '../http.ts'
import { parseScopes, withQuery } from '../oauth.ts'
import { CODE_LIFETIME_S, type ProviderContext } from '../provider.ts'

const LOCALES: Record<string, string> = { '0': 'ru', '3': 'en' }
const STATE = /^[\w-]{32,}$/
const S256_CHALLENGE = /^[\w-]{43}$/
const KNOWN_SCOPES = new Set(['vkid.personal_info', 'email', 'phone'])

export function authorize(context: ProviderContext, request: OAuthRequest): ApiResponse {
  const { query } = request
  const { redirectUri, reject, askForPersona } = startAuthorization(context, request, {
    providerName: 'VK ID',
    clientId: VK.clientId,
    locale: LOCALES[query.get('lang_id') ?? ''],
    rejectedAs: {
      unknownClient: ['invalid_client', 'client_id is unknown'],
      invalidRedirect: ['invalid_request', 'redirect_uri is not trusted'],
    },
  })
  if (query.get('response_type') !== 'code') throw reject('invalid_request', 'response_type must be code')
  if (!STATE.test(query.get('state') ?? ''))
    throw reject('invalid_request', 'state must be 32 or more of a-z, A-Z, 0-9, _, -')
  const challenge = query.get('code_challenge') ?? ''
  if (!S256_CHALLENGE.test(challenge))
    throw reject('invalid_request', 'code_challenge is missing or malformed')
  if (!/^s256$/i.test(query.get('code_challenge_method') ?? ''))
    throw reject('invalid_request', 'code_challenge_method must be s256')
  const scopes = parseScopes(query.get('scope'))
  if (scopes.some((scope) => !KNOWN_SCOPES.has(scope))) throw reject('invalid_scope', 'scope is unknown')

  return askForPersona(
    (persona) => {
      // The code can be exchanged only with this device id.
      const deviceId = newId('', 43)
      const grant = { persona, scopes, redirectUri, deviceId }
      const code = context.codes.issue({ ...grant, challenge: { method: 'S256', value: challenge } })
      return { code, device_id: deviceId, type: 'code_v2', expires_in: String(CODE_LIFETIME_S) }
    },
    { error: 'access_denied', error_description: 'User denied access' },
    (fields) => {
      const isPayload = 'code' in fields && context.takesFault('payload-callback')
      return redirect(withQuery(redirectUri, isPayload ? { payload: JSON.stringify(fields) } : fields))
    },
  )
}
