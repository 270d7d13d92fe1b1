import { credentialsOf } from '../clients.ts'
import { GOOGLE } from '../constants.ts'
import { type Answer, type Call, json, refusal } from '../http.ts'
import { halfHash, type IdTokenWish, withFaults, writeIdToken } from '../id-token.ts'
import type { Persona } from '../personas.ts'
import { answersChallenge } from '../pkce.ts'
import { type GoogleApp, newAccessToken, subjectOf, TOKEN_LIFETIME_S } from './app.ts'
import { personalClaims } from './profile.ts'
import { longScope } from './scope.ts'

export function exchange(app: GoogleApp, call: Call): Answer {
  const { ground, codes } = app
  const { form } = call
  const { id, secret } = credentialsOf(call)
  if (id !== GOOGLE.clientId) throw refusal(401, 'invalid_client', 'The OAuth client was not found.')
  if (secret !== GOOGLE.clientSecret) throw refusal(401, 'invalid_client', 'Unauthorized')
  if (form.get('grant_type') !== 'authorization_code')
    throw refusal(400, 'unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type') ?? ''}`)

  const code = codes.take(form.get('code'))
  if (!code || ground.takes('reused-code')) throw refusal(400, 'invalid_grant', 'Malformed auth code.')
  if (code.redirectUri !== form.get('redirect_uri'))
    throw refusal(400, 'redirect_uri_mismatch', 'Bad Request')
  if (!answersChallenge(code.challenge, form.get('code_verifier')))
    throw refusal(400, 'invalid_grant', 'Invalid code verifier.')

  const { persona, scopes, nonce } = code
  const wish = withFaults(
    ground,
    idTokenWish(persona, scopes, { audience: GOOGLE.clientId, nonce }),
    GOOGLE.foreignClientId,
  )
  const { audience } = wish
  const accessToken = newAccessToken(
    app,
    { persona, scopes, audience },
    wish.isExpired ? TOKEN_LIFETIME_S : 0,
  )
  wish.claims.at_hash = halfHash(accessToken)
  return json({
    access_token: accessToken,
    expires_in: TOKEN_LIFETIME_S,
    scope: longScope(scopes),
    token_type: 'Bearer',
    ...(scopes.includes('openid') ? { id_token: writeIdToken(ground, wish) } : {}),
  })
}

export function idTokenWish(
  persona: Persona,
  scopes: string[],
  { audience, nonce }: { audience: string; nonce: string | null },
): IdTokenWish {
  return {
    audience,
    nonce,
    lifetimeS: 3600,
    claims: { azp: audience, sub: subjectOf(persona), ...personalClaims(persona, scopes) },
  }
}
