import { askWho } from '../approval.ts'
import { scopesOf } from '../clients.ts'
import { APPLE } from '../constants.ts'
import { type Answer, type Call, Refused, redirect } from '../http.ts'
import { halfHash, writeIdToken } from '../id-token.ts'
import { type Language, languageOf } from '../language.ts'
import { errorPage } from '../pages.ts'
import type { Persona } from '../personas.ts'
import { isRedirect, withQuery } from '../redirects.ts'
import type { AppleApp } from './app.ts'
import { postBack } from './form-post.ts'
import { idTokenWish, shownEmail } from './token.ts'

type Mode = 'query' | 'fragment' | 'form_post'

interface Request {
  redirectUri: string
  responseTypes: string[]
  mode: Mode
  scopes: string[]
  state: string | null
  nonce: string | null
}

export function authorize(app: AppleApp, call: Call): Answer {
  const language = languageOf(call, call.query.get('locale'))
  const request = readRequest(app, call, language)
  const { state } = request
  return askWho(call, {
    company: 'Apple',
    language,
    approve: (persona) => goBack(request, language, approval(app, request, persona)),
    deny: () => goBack(request, language, { error: 'user_cancelled_authorize', state }),
  })
}

function readRequest({ ground }: AppleApp, { query }: Call, language: Language): Request {
  const refuse = (code: string, reason: string) => new Refused(errorPage(language, 'Apple', { code, reason }))
  if (query.get('client_id') !== APPLE.servicesId) throw refuse('invalid_client', 'Invalid client.')
  const redirectUri = query.get('redirect_uri')
  if (!isRedirect(redirectUri, ground.hubUrl)) throw refuse('invalid_request', 'Invalid web redirect url.')

  const responseTypes = scopesOf(query.get('response_type'))
  if (!responseTypes.includes('code') || responseTypes.some((type) => type !== 'code' && type !== 'id_token'))
    throw refuse('unsupported_response_type', 'response_type must be code, or code id_token.')
  const wantsIdToken = responseTypes.includes('id_token')
  const mode = query.get('response_mode') ?? (wantsIdToken ? 'fragment' : 'query')
  if (!isMode(mode)) throw refuse('invalid_request', 'Invalid response_mode.')
  const scopes = scopesOf(query.get('scope'))
  if (scopes.some((scope) => !['name', 'email', 'openid'].includes(scope)))
    throw refuse('invalid_scope', 'Invalid scope.')
  if (scopes.length > 0 && mode !== 'form_post')
    throw refuse('invalid_request', 'response_mode must be form_post when name or email scope is requested.')
  if (wantsIdToken && mode === 'query')
    throw refuse('invalid_request', 'response_mode query is not possible when id_token is requested.')
  return { redirectUri, responseTypes, mode, scopes, state: query.get('state'), nonce: query.get('nonce') }
}

function approval(app: AppleApp, request: Request, persona: Persona): Record<string, string | null> {
  const { ground, codes } = app
  const { scopes, redirectUri, nonce, responseTypes } = request
  const code = codes.put({ persona, scopes, redirectUri, nonce })
  const wish = idTokenWish(persona, scopes, { audience: APPLE.servicesId, nonce })
  const claims = { ...wish.claims, c_hash: halfHash(code) }
  return {
    state: ground.takes('wrong-state') ? 'another-state' : request.state,
    code,
    id_token: responseTypes.includes('id_token') ? writeIdToken(ground, { ...wish, claims }) : null,
    user: firstGreeting(app, scopes, persona),
  }
}

/** The name, told in the browser at the first consent and never again, whether or not the code is ever used. */
function firstGreeting({ consents, changed }: AppleApp, scopes: string[], persona: Persona): string | null {
  if (consents.has(persona.id)) return null
  consents.add(persona.id)
  changed()
  const email = shownEmail(persona)
  const user = {
    ...(scopes.includes('name')
      ? { name: { firstName: persona.givenName, lastName: persona.familyName ?? '' } }
      : {}),
    ...(scopes.includes('email') && email ? { email } : {}),
  }
  return Object.keys(user).length > 0 ? JSON.stringify(user) : null
}

function goBack(
  { mode, redirectUri }: Request,
  language: Language,
  fields: Record<string, string | null>,
): Answer {
  if (mode === 'form_post') return postBack(redirectUri, fields, language)
  if (mode === 'query') return redirect(withQuery(redirectUri, fields))
  const { search } = new URL(withQuery('http://fragment', fields))
  return redirect(`${redirectUri}#${search.slice(1)}`)
}

function isMode(mode: string): mode is Mode {
  return mode === 'query' || mode === 'fragment' || mode === 'form_post'
}
