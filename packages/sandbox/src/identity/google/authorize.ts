import type { ApiResponse } from '../../platform/emulated-api.ts'
import { startAuthorization } from '../authorization.ts'
import { GOOGLE } from '../constants.ts'
import type { OAuthRequest } from '../http.ts'
import { parseChallenge, parseScopes } from '../oauth.ts'
import type { ProviderContext } from '../provider.ts'

export function authorize(context: ProviderContext, request: OAuthRequest): ApiResponse {
  const { query } = request
  const { redirectUri, reject, askForPersona } = startAuthorization(context, request, {
    providerName: 'Google',
    clientId: GOOGLE.clientId,
    locale: query.get('hl'),
    rejectedAs: {
      unknownClient: ['Error 401: invalid_client', 'The OAuth client was not found.', 401],
      invalidRedirect: [
        'Error 400: redirect_uri_mismatch',
        `redirect_uri=${query.get('redirect_uri') ?? ''}`,
      ],
    },
  })
  const badRequest = (code: string, reason: string) => reject(`Error 400: ${code}`, reason)
  if (query.get('response_type') !== 'code')
    throw badRequest('unsupported_response_type', 'The sandbox supports response_type=code only.')
  const scopes = parseScopes(query.get('scope'))
  if (scopes.length === 0) throw badRequest('invalid_request', 'Missing required parameter: scope')
  const challenge = parseChallenge(query)
  if (challenge === undefined) throw badRequest('invalid_request', 'The code challenge is malformed.')
  return askForPersona((persona) => ({
    code: context.codes.issue({ persona, scopes, redirectUri, nonce: query.get('nonce'), challenge }),
    scope: scopes.join(' '),
  }))
}
