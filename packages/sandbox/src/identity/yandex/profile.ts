import type { ApiResponse } from '../../platform/emulated-api.ts'
import { ErrorResponse, json, type OAuthRequest, omitNull } from '../http.ts'
import { fullName, type Persona } from '../personas.ts'
import { psuidOf, subjectOf, type YandexApp } from './app.ts'

/** The profile. Only the authorization scheme `OAuth` works: `Bearer` and tokens in the query are ignored. */
export function info({ tokens }: YandexApp, { query, authorization }: OAuthRequest): ApiResponse {
  const format = query.get('format') ?? 'json'
  if (format !== 'json')
    throw new ErrorResponse(json({ error: `The sandbox supports format=json only, not ${format}` }, 400))
  const [scheme, value = ''] = authorization?.split(' ') ?? []
  const token = scheme === 'OAuth' ? tokens.find(value) : undefined
  if (!token)
    throw new ErrorResponse({ status: 401, headers: { 'www-authenticate': 'OAuth realm="login"' }, body: '' })

  const { persona, scopes, clientId } = token
  return json(
    omitNull({
      id: subjectOf(persona),
      login: loginOf(persona),
      client_id: clientId,
      psuid: psuidOf(persona, clientId),
      ...(scopes.includes('login:info') ? nameOf(persona) : {}),
      ...(scopes.includes('login:email') ? { default_email: persona.email, emails: emailsOf(persona) } : {}),
      ...(scopes.includes('login:avatar') ? avatarOf(persona) : {}),
    }),
  )
}

function loginOf({ username, id }: Persona): string {
  return username ?? id
}

function nameOf(persona: Persona) {
  return {
    first_name: persona.givenName,
    last_name: persona.familyName ?? '',
    display_name: loginOf(persona),
    real_name: fullName(persona),
  }
}

function emailsOf({ email }: Persona): string[] {
  return email ? [email] : []
}

function avatarOf(persona: Persona) {
  return {
    default_avatar_id: persona.hasPicture ? `${subjectOf(persona)}-sandbox` : '0/0-0',
    is_avatar_empty: !persona.hasPicture,
  }
}
