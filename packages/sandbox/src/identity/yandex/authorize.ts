import type { ApiResponse } from '../../platform/emulated-api.ts'
import { startAuthorization } from '../authorization.ts'
import { YANDEX } from '../constants.ts'
import { type OAuthRequest, redirect } from '../http.ts'
import { parseChallenge, parseScopes, withQuery } from '../oauth.ts'
import type { ProviderContext } from '../provider.ts'
import { REGISTERED_SCOPES } from './app.ts'

const DEVICE_ID = /^[ -~]{6,50}$/

/** The person sees only an unknown client or redirect URL. All other errors are sent to the app. */
export function authorize(context: ProviderContext, request: OAuthRequest): ApiResponse {
  const { query } = request
  const { redirectUri, state, askForPersona } = startAuthorization(context, request, {
    providerName: 'Yandex ID',
    clientId: YANDEX.clientId,
    rejectedAs: {
      unknownClient: ['invalid_client', 'Unknown client_id'],
      invalidRedirect: [
        'invalid_request',
        'redirect_uri does not match the Callback URL defined for the client',
      ],
    },
  })
  const redirectError = (error: string, description: string) =>
    redirect(withQuery(redirectUri, { error, error_description: description, state }))
  if (query.get('response_type') !== 'code')
    return redirectError('unsupported_response_type', 'The sandbox supports response_type=code only')
  const scopes = query.has('scope') ? parseScopes(query.get('scope')) : REGISTERED_SCOPES
  if (scopes.some((scope) => !REGISTERED_SCOPES.includes(scope)))
    return redirectError('invalid_scope', 'scope is not registered for the client')
  const deviceId = query.get('device_id')
  if (deviceId !== null && !DEVICE_ID.test(deviceId))
    return redirectError('invalid_request', 'device_id is malformed')
  const challenge = parseChallenge(query)
  if (challenge === undefined) return redirectError('invalid_request', 'code_challenge is malformed')
  return askForPersona((persona) => ({ code: context.codes.issue({ persona, scopes, challenge }) }), {
    error: 'access_denied',
    error_description: 'User denied access',
  })
}
