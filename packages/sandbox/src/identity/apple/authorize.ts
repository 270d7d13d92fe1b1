import { escapeHtml } from '../../pages/assets.ts'
import type { ApiResponse } from '../../platform/emulated-api.ts'
import { type Authorization, startAuthorization } from '../authorization.ts'
import { APPLE } from '../constants.ts'
import { type OAuthRequest, redirect } from '../http.ts'
import { halfHash, signIdToken } from '../id-token.ts'
import { parseScopes, withQuery } from '../oauth.ts'
import { type Language, page } from '../pages.ts'
import type { Persona } from '../personas.ts'
import type { AppleApp } from './app.ts'
import { idTokenOptions, visibleEmail } from './token.ts'

const labels = {
  en: { title: 'Back to the app', button: 'Continue' },
  ru: { title: 'Назад в приложение', button: 'Продолжить' },
}

type Fields = Record<string, string | null>

interface Options {
  responseTypes: string[]
  mode: string
  scopes: string[]
  nonce: string | null
}

export function authorize(app: AppleApp, request: OAuthRequest): ApiResponse {
  const { query } = request
  const authorization = startAuthorization(app.context, request, {
    providerName: 'Apple',
    clientId: APPLE.servicesId,
    locale: query.get('locale'),
    rejectedAs: {
      unknownClient: ['invalid_client', 'Invalid client.'],
      invalidRedirect: ['invalid_request', 'Invalid web redirect url.'],
    },
  })
  const options = parseOptions(query, authorization.reject)
  const { redirectUri, language } = authorization
  return authorization.askForPersona(
    (persona) => approvedFields(app, redirectUri, options, persona),
    { error: 'user_cancelled_authorize' },
    (fields) => respond(options.mode, redirectUri, fields, language),
  )
}

function parseOptions(query: URLSearchParams, reject: Authorization['reject']): Options {
  const responseTypes = parseScopes(query.get('response_type'))
  if (!responseTypes.includes('code') || responseTypes.some((type) => type !== 'code' && type !== 'id_token'))
    throw reject('unsupported_response_type', 'response_type must be code, or code id_token.')
  const wantsIdToken = responseTypes.includes('id_token')
  const mode = query.get('response_mode') ?? (wantsIdToken ? 'fragment' : 'query')
  if (!['query', 'fragment', 'form_post'].includes(mode))
    throw reject('invalid_request', 'Invalid response_mode.')
  const scopes = parseScopes(query.get('scope'))
  if (scopes.some((scope) => !['name', 'email', 'openid'].includes(scope)))
    throw reject('invalid_scope', 'Invalid scope.')
  if (scopes.length > 0 && mode !== 'form_post')
    throw reject('invalid_request', 'response_mode must be form_post when name or email scope is requested.')
  if (wantsIdToken && mode === 'query')
    throw reject('invalid_request', 'response_mode query is not possible when id_token is requested.')
  return { responseTypes, mode, scopes, nonce: query.get('nonce') }
}

function approvedFields(
  app: AppleApp,
  redirectUri: string,
  { scopes, nonce, responseTypes }: Options,
  persona: Persona,
): Fields {
  const { context } = app
  const code = context.codes.issue({ persona, scopes, redirectUri, nonce })
  const options = idTokenOptions(persona, scopes, { audience: APPLE.servicesId, nonce })
  const claims = { ...options.claims, c_hash: halfHash(code) }
  return {
    code,
    id_token: responseTypes.includes('id_token') ? signIdToken(context, { ...options, claims }) : null,
    user: firstConsent(app, scopes, persona),
  }
}

/** Apple sends `user` in the browser at the first consent only, even if the code is never exchanged. */
function firstConsent(
  { consents, stateChanged }: AppleApp,
  scopes: string[],
  persona: Persona,
): string | null {
  if (consents.has(persona.id)) return null
  consents.add(persona.id)
  stateChanged()
  const email = visibleEmail(persona)
  const user = {
    ...(scopes.includes('name')
      ? { name: { firstName: persona.givenName, lastName: persona.familyName ?? '' } }
      : {}),
    ...(scopes.includes('email') && email ? { email } : {}),
  }
  return Object.keys(user).length > 0 ? JSON.stringify(user) : null
}

function respond(mode: string, redirectUri: string, fields: Fields, language: Language): ApiResponse {
  if (mode === 'form_post') return formPost(redirectUri, fields, language)
  if (mode === 'query') return redirect(withQuery(redirectUri, fields))
  const { search } = new URL(withQuery('http://fragment', fields))
  return redirect(`${redirectUri}#${search.slice(1)}`)
}

/** A form submitted at once by a script. The button serves browsers without scripts. */
function formPost(redirectUri: string, fields: Fields, language: Language): ApiResponse {
  const { title, button } = labels[language]
  const inputs = Object.entries(fields).map(([name, value]) =>
    value === null ? '' : `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return page({
    language,
    title,
    script: '/identity/return-to-app.js',
    content: `<p class="company">Apple</p>
<h1>${title}</h1>
<form method="post" action="${escapeHtml(redirectUri)}">
${inputs.filter(Boolean).join('\n')}
<button type="submit">${button}</button>
</form>`,
  })
}
