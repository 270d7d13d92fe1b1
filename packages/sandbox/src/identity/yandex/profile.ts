import { type Answer, type Call, json, Refused } from '../http.ts'
import { fullName, type Persona } from '../personas.ts'
import { told } from '../told.ts'
import { psuidOf, subjectOf, type YandexApp } from './app.ts'

/** The person behind a token. The scheme is `OAuth`: a `Bearer` token or one in the query is not looked at. */
export function info({ tokens }: YandexApp, { query, authorization }: Call): Answer {
  const format = query.get('format') ?? 'json'
  if (format !== 'json')
    throw new Refused(json({ error: `The sandbox plays format=json only, not ${format}` }, 400))
  const [scheme, value = ''] = authorization?.split(' ') ?? []
  const token = scheme === 'OAuth' ? tokens.look(value) : undefined
  if (!token)
    throw new Refused({ status: 401, headers: { 'www-authenticate': 'OAuth realm="login"' }, body: '' })

  const { persona, scopes, clientId } = token
  return json(
    told({
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
