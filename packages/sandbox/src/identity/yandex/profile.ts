import type { ApiResponse } from '../../platform/emulated-api.ts'
import { ErrorResponse, json, type OAuthRequest, omitNull } from '../http.ts'
import { fullName, type Persona } from '../personas.ts'
import { getSubject, toPsuid, type YandexApp } from './app.ts'

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
      id: getSubject(persona),
      login: getLogin(persona),
      client_id: clientId,
      psuid: toPsuid(persona, clientId),
      ...(scopes.includes('login:info') ? toNames(persona) : {}),
      ...(scopes.includes('login:email')
        ? { default_email: persona.email, emails: listEmails(persona) }
        : {}),
      ...(scopes.includes('login:avatar') ? toAvatar(persona) : {}),
    }),
  )
}

function getLogin({ username, id }: Persona): string {
  return username ?? id
}

function toNames(persona: Persona) {
  return {
    first_name: persona.givenName,
    last_name: persona.familyName ?? '',
    display_name: getLogin(persona),
    real_name: fullName(persona),
  }
}

function listEmails({ email }: Persona): string[] {
  return email ? [email] : []
}

function toAvatar(persona: Persona) {
  return {
    default_avatar_id: persona.hasPicture ? `${getSubject(persona)}-sandbox` : '0/0-0',
    is_avatar_empty: !persona.hasPicture,
  }
}
