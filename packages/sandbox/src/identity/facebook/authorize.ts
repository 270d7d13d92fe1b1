import { askWho } from '../approval.ts'
import { FACEBOOK } from '../constants.ts'
import { type Answer, type Call, Refused, redirect } from '../http.ts'
import { languageOf } from '../language.ts'
import { errorPage } from '../pages.ts'
import { readChallenge } from '../pkce.ts'
import { isRedirect, withQuery } from '../redirects.ts'
import type { FacebookApp } from './app.ts'

const KNOWN_SCOPES = new Set(['public_profile', 'email', 'openid'])

export function authorize({ ground, codes }: FacebookApp, call: Call): Answer {
  const { query } = call
  const language = languageOf(call, query.get('locale'))
  const refuse = (code: string, reason: string) =>
    new Refused(errorPage(language, 'Facebook', { code, reason }))
  if (query.get('client_id') !== FACEBOOK.appId)
    throw refuse('Invalid App ID', 'The app ID does not look right.')
  const redirectUri = query.get('redirect_uri')
  if (!isRedirect(redirectUri, ground.hubUrl))
    throw refuse('URL Blocked', 'The redirect URI is not whitelisted in the app’s client OAuth settings.')
  if ((query.get('response_type') ?? 'code') !== 'code')
    throw refuse('Invalid response_type', 'The sandbox plays response_type=code only.')
  const scopes =
    query
      .get('scope')
      ?.split(/[\s,]+/)
      .filter(Boolean) ?? []
  const strange = scopes.find((scope) => !KNOWN_SCOPES.has(scope))
  if (strange) throw refuse('Invalid Scopes', `Invalid Scopes: ${strange}`)
  const challenge = readChallenge(query)
  if (challenge === undefined) throw refuse('Invalid code_challenge', 'The code challenge is malformed.')

  const state = query.get('state')
  return askWho(call, {
    company: 'Facebook',
    language,
    approve(persona) {
      const code = codes.put({ persona, scopes, redirectUri, challenge })
      return redirect(
        withMark(
          withQuery(redirectUri, { code, state: ground.takes('wrong-state') ? 'another-state' : state }),
        ),
      )
    },
    deny: () =>
      redirect(
        withMark(
          withQuery(redirectUri, {
            error: 'access_denied',
            error_code: '200',
            error_description: 'Permissions error',
            error_reason: 'user_denied',
            state,
          }),
        ),
      ),
  })
}

/** Facebook hangs this on every way back, and browsers carry it along through redirects. */
function withMark(address: string): string {
  return `${address}#_=_`
}
