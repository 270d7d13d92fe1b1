import { createHmac } from 'node:crypto'
import { bearerOf } from '../clients.ts'
import { FACEBOOK } from '../constants.ts'
import { type Answer, type Call, json, parameterOf } from '../http.ts'
import { fullName, type Persona, pictureOf } from '../personas.ts'
import { told } from '../told.ts'
import { type AccessToken, type FacebookApp, graphError, subjectOf } from './app.ts'

const APP_TOKEN = `${FACEBOOK.appId}|${FACEBOOK.appSecret}`
const SECRETS: Record<string, string> = {
  [FACEBOOK.appId]: FACEBOOK.appSecret,
  [FACEBOOK.foreignAppId]: 'only_the_other_app_knows',
}

/** The person, to a server that proves it knows the secret of the token's app ("Require App Secret" is on). */
export function me(app: FacebookApp, call: Call): Answer {
  const { ground, tokens } = app
  const accessToken = bearerOf(call) ?? parameterOf(call, 'access_token')
  if (!accessToken)
    throw graphError(
      400,
      2500,
      'An active access token must be used to query information about the current user.',
    )
  const token = tokens.look(accessToken)
  if (!token) throw graphError(400, 190, 'Invalid OAuth access token - Cannot parse access token')
  if (token.expiresAt <= ground.nowS())
    throw graphError(400, 190, 'Error validating access token: Session has expired.', 463)
  checkProof(accessToken, token.appId, parameterOf(call, 'appsecret_proof'))

  const fields = parameterOf(call, 'fields')?.split(',') ?? ['id', 'name']
  const facts = factsOf(token, ground.base)
  return json(told(Object.fromEntries(['id', ...fields].map((field) => [field, facts[nameOf(field)]]))))
}

function checkProof(accessToken: string, appId: string, proof: string | null): void {
  if (!proof) throw graphError(400, 100, 'API calls from the server require an appsecret_proof argument')
  const expected = createHmac('sha256', SECRETS[appId] ?? '')
    .update(accessToken)
    .digest('hex')
  if (proof !== expected) throw graphError(400, 100, 'Invalid appsecret_proof provided in the API argument')
}

/** `picture.width(200)` asks for `picture`. */
function nameOf(field: string): string {
  return field.trim().replace(/[.{(].*$/, '')
}

/** No email when the person has none or the app did not ask; no flag says that it is real. */
function factsOf({ persona, scopes, appId }: AccessToken, base: string): Record<string, unknown> {
  return {
    id: subjectOf(persona, appId),
    name: fullName(persona),
    first_name: persona.givenName,
    last_name: persona.familyName,
    email: scopes.includes('email') ? persona.email : null,
    picture: { data: pictureFacts(persona, base) },
  }
}

function pictureFacts(persona: Persona, base: string) {
  const url = pictureOf(base, persona) ?? `${new URL(base).origin}/identity/pictures/nobody.svg`
  return { height: 50, width: 50, is_silhouette: !persona.hasPicture, url }
}

/**
 * What a token is worth, told to the app whose secret is shown. The real one refuses to speak of another app's token;
 * this one tells its `app_id`, so that only an app which compares it is safe here.
 */
export function debugToken({ ground, tokens }: FacebookApp, call: Call): Answer {
  if ((bearerOf(call) ?? parameterOf(call, 'access_token')) !== APP_TOKEN)
    throw graphError(
      400,
      100,
      '(#100) You must provide an app access token, or a user access token that is an owner or developer of the app',
    )
  const token = tokens.look(parameterOf(call, 'input_token'))
  if (!token) {
    const error = { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' }
    return json({ data: { error, is_valid: false, scopes: [] } })
  }
  return json({ data: describe(token, ground.nowS()) })
}

function describe({ persona, scopes, appId, issuedAt, expiresAt }: AccessToken, nowS: number) {
  const isValid = expiresAt > nowS
  return told({
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
    user_id: subjectOf(persona, appId),
  })
}
