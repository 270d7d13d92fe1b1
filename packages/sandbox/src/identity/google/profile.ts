import type { ApiResponse } from '../../platform/emulated-api.ts'
import { ErrorResponse, json, type OAuthRequest, oauthError, omitNull, readParameter } from '../http.ts'
import { bearerToken } from '../oauth.ts'
import { findPictureUrl, fullName, type Persona } from '../personas.ts'
import type { ProviderContext } from '../provider.ts'
import { type AccessToken, type GoogleApp, getSubject } from './app.ts'

const CERTS_CACHE_S = 3600

const LONG_SCOPES: Record<string, string> = {
  email: 'https://www.googleapis.com/auth/userinfo.email',
  profile: 'https://www.googleapis.com/auth/userinfo.profile',
}

export function certs({ keys }: ProviderContext): ApiResponse {
  return json(keys.jwks(), 200, { 'cache-control': `public, max-age=${CERTS_CACHE_S}` })
}

export function userInfo({ context, tokens }: GoogleApp, request: OAuthRequest): ApiResponse {
  const token = tokens.find(bearerToken(request))
  if (!token)
    throw new ErrorResponse(
      json({ error: 'invalid_request', error_description: 'Invalid Credentials' }, 401, {
        'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"',
      }),
    )
  const { persona, scopes } = token
  return json({ sub: getSubject(persona), ...personalClaims(persona, scopes, context.base) })
}

/** Subject and audience of a token. Every value is a string, numbers and flags too. */
export function tokenInfo({ context, tokens }: GoogleApp, request: OAuthRequest): ApiResponse {
  const token = tokens.find(bearerToken(request) ?? readParameter(request, 'access_token'))
  if (!token) throw oauthError(400, 'invalid_token', 'Invalid Value')
  return json(describe(token, context.nowS()))
}

function describe({ persona, scopes, audience, expiresAt }: AccessToken, nowS: number) {
  const canSeeEmail = scopes.includes('email') && persona.email !== null
  return omitNull({
    azp: audience,
    aud: audience,
    sub: getSubject(persona),
    scope: longScope(scopes),
    exp: String(expiresAt),
    expires_in: String(expiresAt - nowS),
    email: canSeeEmail ? persona.email : null,
    email_verified: canSeeEmail ? String(persona.isEmailVerified) : null,
    access_type: 'online',
  })
}

/** @param base  without it there is no picture */
export function personalClaims(persona: Persona, scopes: string[], base?: string): Record<string, unknown> {
  const canSeeEmail = scopes.includes('email') && persona.email !== null
  const canSeeProfile = scopes.includes('profile')
  return omitNull({
    ...(canSeeEmail ? { email: persona.email, email_verified: persona.isEmailVerified } : {}),
    ...(canSeeProfile
      ? {
          name: fullName(persona),
          given_name: persona.givenName,
          family_name: persona.familyName,
          picture: base ? findPictureUrl(base, persona) : null,
        }
      : {}),
  })
}

/** Google returns `email` and `profile` under their long names. */
export function longScope(scopes: string[]): string {
  return scopes.map((scope) => LONG_SCOPES[scope] ?? scope).join(' ')
}
