import { askWho } from '../approval.ts'
import { scopesOf } from '../clients.ts'
import { GOOGLE } from '../constants.ts'
import { type Answer, type Call, Refused, redirect } from '../http.ts'
import { languageOf } from '../language.ts'
import { errorPage } from '../pages.ts'
import { readChallenge } from '../pkce.ts'
import { isRedirect, withQuery } from '../redirects.ts'
import type { GoogleApp } from './app.ts'

export function authorize({ ground, codes }: GoogleApp, call: Call): Answer {
  const { query } = call
  const language = languageOf(call, query.get('hl'))
  const refuse = (status: number, code: string, reason: string) =>
    new Refused(errorPage(language, 'Google', { status, code: `Error ${status}: ${code}`, reason }))

  if (query.get('client_id') !== GOOGLE.clientId)
    throw refuse(401, 'invalid_client', 'The OAuth client was not found.')
  const redirectUri = query.get('redirect_uri')
  if (!isRedirect(redirectUri, ground.hubUrl))
    throw refuse(400, 'redirect_uri_mismatch', `redirect_uri=${redirectUri ?? ''}`)
  if (query.get('response_type') !== 'code')
    throw refuse(400, 'unsupported_response_type', 'The sandbox plays response_type=code only.')
  const scopes = scopesOf(query.get('scope'))
  if (scopes.length === 0) throw refuse(400, 'invalid_request', 'Missing required parameter: scope')
  const challenge = readChallenge(query)
  if (challenge === undefined) throw refuse(400, 'invalid_request', 'The code challenge is malformed.')

  const state = query.get('state')
  return askWho(call, {
    company: 'Google',
    language,
    approve(persona) {
      const code = codes.put({ persona, scopes, redirectUri, nonce: query.get('nonce'), challenge })
      const echoed = ground.takes('wrong-state') ? 'another-state' : state
      return redirect(withQuery(redirectUri, { state: echoed, code, scope: scopes.join(' ') }))
    },
    deny: () => redirect(withQuery(redirectUri, { error: 'access_denied', state })),
  })
}
