import { askWho } from '../approval.ts'
import { scopesOf } from '../clients.ts'
import { YANDEX } from '../constants.ts'
import { type Answer, type Call, Refused, redirect } from '../http.ts'
import { languageOf } from '../language.ts'
import { errorPage } from '../pages.ts'
import { readChallenge } from '../pkce.ts'
import { isRedirect, withQuery } from '../redirects.ts'
import { REGISTERED_SCOPES, type YandexApp } from './app.ts'

const DEVICE_ID = /^[ -~]{6,50}$/

/** Only a strange app or address is shown to the person; everything else wrong is told to the app. */
export function authorize({ ground, codes }: YandexApp, call: Call): Answer {
  const { query } = call
  const language = languageOf(call)
  const show = (code: string, reason: string) =>
    new Refused(errorPage(language, 'Yandex ID', { code, reason }))
  if (query.get('client_id') !== YANDEX.clientId) throw show('invalid_client', 'Unknown client_id')
  const redirectUri = query.get('redirect_uri')
  if (!isRedirect(redirectUri, ground.hubUrl))
    throw show('invalid_request', 'redirect_uri does not match the Callback URL defined for the client')

  const state = query.get('state')
  const tell = (error: string, description: string) =>
    redirect(withQuery(redirectUri, { error, error_description: description, state }))
  if (query.get('response_type') !== 'code')
    return tell('unsupported_response_type', 'The sandbox plays response_type=code only')
  const scopes = query.has('scope') ? scopesOf(query.get('scope')) : REGISTERED_SCOPES
  if (scopes.some((scope) => !REGISTERED_SCOPES.includes(scope)))
    return tell('invalid_scope', 'scope is not registered for the client')
  const deviceId = query.get('device_id')
  if (deviceId !== null && !DEVICE_ID.test(deviceId)) return tell('invalid_request', 'device_id is malformed')
  const challenge = readChallenge(query)
  if (challenge === undefined) return tell('invalid_request', 'code_challenge is malformed')

  return askWho(call, {
    company: 'Yandex ID',
    language,
    approve(persona) {
      const code = codes.put({ persona, scopes, challenge })
      return redirect(
        withQuery(redirectUri, { code, state: ground.takes('wrong-state') ? 'another-state' : state }),
      )
    },
    deny: () => tell('access_denied', 'User denied access'),
  })
}
