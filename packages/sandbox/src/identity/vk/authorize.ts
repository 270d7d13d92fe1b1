import { newId } from '../../platform/ids.ts'
import { askWho } from '../approval.ts'
import { scopesOf } from '../clients.ts'
import { VK } from '../constants.ts'
import { type Answer, type Call, Refused, redirect } from '../http.ts'
import { languageOf } from '../language.ts'
import { errorPage } from '../pages.ts'
import type { Persona } from '../personas.ts'
import { isRedirect, withQuery } from '../redirects.ts'
import { CODE_LIFETIME_S, type VkApp } from './app.ts'

const LANGUAGES: Record<string, string> = { '0': 'ru', '3': 'en' }
const STATE = /^[\w-]{32,}$/
const S256_CHALLENGE = /^[\w-]{43}$/
const KNOWN_SCOPES = new Set(['vkid.personal_info', 'email', 'phone'])

interface Request {
  redirectUri: string
  state: string
  challenge: string
  scopes: string[]
}

export function authorize(app: VkApp, call: Call): Answer {
  const language = languageOf(call, LANGUAGES[call.query.get('lang_id') ?? ''])
  const request = readRequest(
    app,
    call,
    (code, reason) => new Refused(errorPage(language, 'VK ID', { code, reason })),
  )
  const { redirectUri, state } = request
  return askWho(call, {
    company: 'VK ID',
    language,
    approve: (persona) => redirect(withQuery(redirectUri, approval(app, request, persona))),
    deny: () =>
      redirect(
        withQuery(redirectUri, { error: 'access_denied', error_description: 'User denied access', state }),
      ),
  })
}

function readRequest(
  { ground }: VkApp,
  { query }: Call,
  refuse: (code: string, reason: string) => Refused,
): Request {
  if (query.get('client_id') !== VK.clientId) throw refuse('invalid_client', 'client_id is unknown')
  const redirectUri = query.get('redirect_uri')
  if (!isRedirect(redirectUri, ground.hubUrl)) throw refuse('invalid_request', 'redirect_uri is not trusted')
  if (query.get('response_type') !== 'code') throw refuse('invalid_request', 'response_type must be code')
  const state = query.get('state') ?? ''
  if (!STATE.test(state)) throw refuse('invalid_request', 'state must be 32 or more of a-z, A-Z, 0-9, _, -')
  const challenge = query.get('code_challenge') ?? ''
  if (!S256_CHALLENGE.test(challenge))
    throw refuse('invalid_request', 'code_challenge is missing or malformed')
  if (!/^s256$/i.test(query.get('code_challenge_method') ?? ''))
    throw refuse('invalid_request', 'code_challenge_method must be s256')
  const scopes = scopesOf(query.get('scope'))
  if (scopes.some((scope) => !KNOWN_SCOPES.has(scope))) throw refuse('invalid_scope', 'scope is unknown')
  return { redirectUri, state, challenge, scopes }
}

/** What comes back: the code is worth nothing without the device it was given to. */
function approval(
  { ground, codes }: VkApp,
  { redirectUri, challenge, scopes, ...request }: Request,
  persona: Persona,
): Record<string, string> {
  const deviceId = newId('', 43)
  const code = codes.put({ persona, scopes, redirectUri, challenge, deviceId })
  const state = ground.takes('wrong-state') ? newId('', 43) : request.state
  const fields = { code, state, device_id: deviceId, type: 'code_v2', expires_in: String(CODE_LIFETIME_S) }
  return ground.takes('payload-callback') ? { payload: JSON.stringify(fields) } : fields
}
