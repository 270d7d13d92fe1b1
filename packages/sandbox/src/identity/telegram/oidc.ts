import { newId } from '../../platform/ids.ts'
import { askWho } from '../approval.ts'
import { basicCredentials, scopesOf } from '../clients.ts'
import { TELEGRAM } from '../constants.ts'
import { type Answer, type Call, json, Refused, redirect, refusal } from '../http.ts'
import { type IdTokenWish, withFaults, writeIdToken } from '../id-token.ts'
import { languageOf } from '../language.ts'
import { errorPage } from '../pages.ts'
import { fullName, type Persona, pictureOf } from '../personas.ts'
import { answersChallenge, readChallenge } from '../pkce.ts'
import type { Ground } from '../provider.ts'
import { isRedirect, withQuery } from '../redirects.ts'
import { told } from '../told.ts'
import { opaqueSubjectOf, subjectOf, type TelegramApp } from './app.ts'

const TOKEN_LIFETIME_S = 3600

export function authorizeOidc({ ground, codes }: TelegramApp, call: Call): Answer {
  const { query } = call
  const language = languageOf(call, query.get('lang'))
  const refuse = (code: string, reason: string) =>
    new Refused(errorPage(language, 'Telegram', { code, reason }))
  if (query.get('client_id') !== TELEGRAM.botId) throw refuse('invalid_client', 'client_id is unknown')
  const redirectUri = query.get('redirect_uri')
  if (!isRedirect(redirectUri, ground.hubUrl))
    throw refuse('invalid_request', 'redirect_uri is not registered')
  if (query.get('response_type') !== 'code')
    throw refuse('unsupported_response_type', 'response_type must be code')
  const scopes = scopesOf(query.get('scope'))
  if (!scopes.includes('openid')) throw refuse('invalid_scope', 'scope must include openid')
  const challenge = readChallenge(query)
  if (challenge === undefined || challenge?.method === 'plain')
    throw refuse('invalid_request', 'code_challenge_method must be S256')

  const state = query.get('state')
  return askWho(call, {
    company: 'Telegram',
    language,
    approve(persona) {
      const code = codes.put({ persona, scopes, redirectUri, nonce: query.get('nonce'), challenge })
      return redirect(
        withQuery(redirectUri, { code, state: ground.takes('wrong-state') ? 'another-state' : state }),
      )
    },
    deny: () => redirect(withQuery(redirectUri, { error: 'access_denied', state })),
  })
}

export function exchange({ ground, codes }: TelegramApp, call: Call): Answer {
  const { form } = call
  const credentials = basicCredentials(call)
  if (credentials?.id !== TELEGRAM.botId || credentials.secret !== TELEGRAM.clientSecret)
    throw new Refused(
      json({ error: 'invalid_client' }, 401, { 'www-authenticate': 'Basic realm="oauth.telegram.org"' }),
    )
  if (form.get('grant_type') !== 'authorization_code') throw refusal(400, 'unsupported_grant_type')
  const code = codes.take(form.get('code'))
  if (!code || ground.takes('reused-code')) throw refusal(400, 'invalid_grant', 'The code is unknown or used')
  if (code.redirectUri !== form.get('redirect_uri'))
    throw refusal(400, 'invalid_grant', 'redirect_uri does not match')
  if (!answersChallenge(code.challenge, form.get('code_verifier')))
    throw refusal(400, 'invalid_grant', 'code_verifier does not match')

  const nonce = ground.takes('echo-nonce') ? code.nonce : null
  const wish = idTokenWish(ground, code.persona, code.scopes, { audience: TELEGRAM.botId, nonce })
  const faulty = withFaults(ground, wish, TELEGRAM.foreignBotId)
  if (ground.takes('numeric-audience')) faulty.claims.aud = Number(faulty.audience)
  return json({
    access_token: newId('', 48),
    token_type: 'Bearer',
    expires_in: TOKEN_LIFETIME_S,
    id_token: writeIdToken(ground, faulty),
  })
}

/** The Telegram id is `id`; `sub` is something else for every client. */
export function idTokenWish(
  ground: Ground,
  persona: Persona,
  scopes: string[],
  { audience, nonce }: { audience: string; nonce: string | null },
): IdTokenWish {
  return {
    audience,
    nonce,
    lifetimeS: TOKEN_LIFETIME_S,
    claims: told({
      sub: opaqueSubjectOf(persona, audience),
      ...(scopes.includes('profile')
        ? {
            id: Number(subjectOf(persona)),
            name: fullName(persona),
            preferred_username: persona.username,
            picture: pictureOf(ground.base, persona),
          }
        : {}),
      phone_number: scopes.includes('phone') ? persona.phone : null,
    }),
  }
}
