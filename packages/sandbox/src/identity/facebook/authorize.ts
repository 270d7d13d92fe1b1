import type { ApiResponse } from '../../platform/emulated-api.ts'
import { startAuthorization } from '../authorization.ts'
import { FACEBOOK } from '../constants.ts'
import { type OAuthRequest, redirect } from '../http.ts'
import { parseChallenge, withQuery } from '../oauth.ts'
import type { ProviderContext } from '../provider.ts'

const KNOWN_SCOPES = new Set(['public_profile', 'email', 'openid'])
const DENIED = {
  error: 'access_denied',
  error_code: '200',
  error_description: 'Permissions error',
  error_reason: 'user_denied',
}

export function authorize(context: ProviderContext, request: OAuthRequest): ApiResponse {
  const { query } = request
  const { redirectUri, reject, askForPersona } = startAuthorization(context, request, {
    providerName: 'Facebook',
    clientId: FACEBOOK.appId,
    locale: query.get('locale'),
    rejectedAs: {
      unknownClient: ['Invalid App ID', 'The app ID does not look right.'],
      invalidRedirect: [
        'URL Blocked',
        'The redirect URI is not whitelisted in the app’s client OAuth settings.',
      ],
    },
  })
  if ((query.get('response_type') ?? 'code') !== 'code')
    throw reject('Invalid response_type', 'The sandbox supports response_type=code only.')
  const scopes = (query.get('scope') ?? '').split(/[\s,]+/).filter(Boolean)
  const unknown = scopes.find((scope) => !KNOWN_SCOPES.has(scope))
  if (unknown) throw reject('Invalid Scopes', `Invalid Scopes: ${unknown}`)
  const challenge = parseChallenge(query)
  if (challenge === undefined) throw reject('Invalid code_challenge', 'The code challenge is malformed.')
  return askForPersona(
    (persona) => ({ code: context.codes.issue({ persona, scopes, redirectUri, challenge }) }),
    DENIED,
    // Facebook appends this fragment to every redirect, and browsers keep it through further ones.
    (fields) => redirect(`${withQuery(redirectUri, fields)}#_=_`),
  )
}
