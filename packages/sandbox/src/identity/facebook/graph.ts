import { createHmac } from 'node:crypto'
import type { ApiResponse } from '../../platform/emulated-api.ts'
import { FACEBOOK } from '../constants.ts'
import { json, type OAuthRequest, omitNull, readParameter } from '../http.ts'
import { bearerToken } from '../oauth.ts'
import { findPictureUrl, fullName, type Persona } from '../personas.ts'
import { type AccessToken, type FacebookApp, getSubject, graphError } from './app.ts'

const APP_TOKEN = `${FACEBOOK.appId}|${FACEBOOK.appSecret}`
const SECRETS: Record<string, string> = {
  [FACEBOOK.appId]: FACEBOOK.appSecret,
  [FACEBOOK.foreignAppId]: 'only_the_other_app_knows',
}

/** The profile. The call needs `appsecret_proof`, as with "Require App Secret" switched on. */
export function me({ context, tokens }: FacebookApp, request: OAuthRequest): ApiResponse {
  const accessToken = bearerToken(request) ?? readParameter(request, 'access_token')
  if (!accessToken)
    throw graphError(
      400,
      2500,
      'An active access token must be used to query information about the current user.',
    )
  const token = tokens.find(accessToken)
  if (!token) throw graphError(400, 190, 'Invalid OAuth access token - Cannot parse access token')
  if (token.expiresAt <= context.nowS())
    throw graphError(400, 190, 'Error validating access token: Session has expired.', 463)
  checkAppSecretProof(accessToken, token.appId, readParameter(request, 'appsecret_proof'))

  const fields = readParameter(request, 'fields')?.split(',') ?? ['id', 'name']
  const profile = toProfile(token, context.base)
  return json(
    omitNull(Object.fromEntries(['id', ...fields].map((field) => [field, profile[parseFieldName(field)]]))),
  )
}

function checkAppSecretProof(accessToken: string, appId: string, appSecretProof: string | null): void {
  if (!appSecretProof)
    throw graphError(400, 100, 'API calls from the server require an appsecret_proof argument')
  const expected = createHmac('sha256', SECRETS[appId] ?? '')
    .update(accessToken)
    .digest('hex')
  if (appSecretProof !== expected)
    throw graphError(400, 100, 'Invalid appsecret_proof provided in the API argument')
}

/** The field's name without its modifiers: `picture.width(200)` is `picture`. */
function parseFieldName(field: string): string {
  return field.trim().replace(/[.{(].*$/, '')
}

/** There is no flag for a verified email. */
function toProfile({ persona, scopes, appId }: AccessToken, base: string): Record<string, unknown> {
  return {
    id: getSubject(persona, appId),
    name: fullName(persona),
    first_name: persona.givenName,
    last_name: persona.familyName,
    email: scopes.includes('email') ? persona.email : null,
    picture: { data: toProfilePicture(persona, base) },
  }
}

function toProfilePicture(persona: Persona, base: string) {
  const url = findPictureUrl(base, persona) ?? `${new URL(base).origin}/identity/pictures/nobody.svg`
  return { height: 50, width: 50, is_silhouette: !persona.hasPicture, url }
}

/**
 * Describes a token. The real Facebook returns an error for another app's token. This one describes it too, so a client
 * without a check of `app_id` fails its tests.
 */
export function debugToken({ context, tokens }: FacebookApp, request: OAuthRequest): ApiResponse {
  if ((bearerToken(request) ?? readParameter(request, 'access_token')) !== APP_TOKEN)
    throw graphError(
      400,
      100,
      '(#100) You must provide an app access token, or a user access token that is an owner or developer of the app',
    )
  const token = tokens.find(readParameter(request, 'input_token'))
  if (!token) {
    const error = { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' }
    return json({ data: { error, is_valid: false, scopes: [] } })
  }
  return json({ data: describe(token, context.nowS()) })
}

function describe({ persona, scopes, appId, issuedAt, expiresAt }: AccessToken, nowS: number) {
  const isValid = expiresAt > nowS
  return omitNull({
    app_id: appId,
    type: 'USER',
    application: appId === FACEBOOK.appId ? 'Playhub' : 'Another app',
    data_access_expires_at: issuedAt + 90 * 86_400,
    error: isValid
      ? null
      : { code: 190, message: 'Error validating access token: Session has expired.', subcode: 463 },
    expires_at: expiresAt,
    is_valid: isValid,
    issued_at: issuedAt,
    scopes: [...new Set(['public_profile', ...scopes])],
    user_id: getSubject(persona, appId),
  })
}
