import { bearerOf } from '../clients.ts'
import { type Answer, type Call, json, Refused, refusal } from '../http.ts'
import { fullName, type Persona, pictureOf } from '../personas.ts'
import { told } from '../told.ts'
import { type AccessToken, type GoogleApp, subjectOf } from './app.ts'
import { longScope } from './scope.ts'

const CERTS_CACHE_S = 3600

export function certs({ ground }: GoogleApp): Answer {
  return json(ground.keys.published(), 200, { 'cache-control': `public, max-age=${CERTS_CACHE_S}` })
}

export function userInfo({ ground, tokens }: GoogleApp, call: Call): Answer {
  const token = tokens.look(bearerOf(call))
  if (!token)
    throw new Refused(
      json({ error: 'invalid_request', error_description: 'Invalid Credentials' }, 401, {
        'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"',
      }),
    )
  const { persona, scopes } = token
  return json({ sub: subjectOf(persona), ...personalClaims(persona, scopes, ground.base) })
}

/** Whose token it is and for whom. Every value is a string here, numbers and flags too. */
export function tokenInfo({ ground, tokens }: GoogleApp, call: Call): Answer {
  const given = bearerOf(call) ?? call.form.get('access_token') ?? call.query.get('access_token')
  const token = tokens.look(given)
  if (!token) throw refusal(400, 'invalid_token', 'Invalid Value')
  return json(describe(token, ground.nowS()))
}

function describe({ persona, scopes, audience, expiresAt }: AccessToken, nowS: number) {
  const canSeeEmail = scopes.includes('email') && persona.email !== null
  return told({
    azp: audience,
    aud: audience,
    sub: subjectOf(persona),
    scope: longScope(scopes),
    exp: String(expiresAt),
    expires_in: String(expiresAt - nowS),
    email: canSeeEmail ? persona.email : null,
    email_verified: canSeeEmail ? String(persona.isEmailVerified) : null,
    access_type: 'online',
  })
}

/** @param base  only with it a picture is told */
export function personalClaims(persona: Persona, scopes: string[], base?: string): Record<string, unknown> {
  const canSeeEmail = scopes.includes('email') && persona.email !== null
  const canSeeProfile = scopes.includes('profile')
  return told({
    ...(canSeeEmail ? { email: persona.email, email_verified: persona.isEmailVerified } : {}),
    ...(canSeeProfile
      ? {
          name: fullName(persona),
          given_name: persona.givenName,
          family_name: persona.familyName,
          picture: base ? pictureOf(base, persona) : null,
        }
      : {}),
  })
}
