import { newId } from '../../platform/ids.ts'
import { credentialsOf } from '../clients.ts'
import { YANDEX } from '../constants.ts'
import { type Answer, type Call, json, refusal } from '../http.ts'
import { answersChallenge } from '../pkce.ts'
import { TOKEN_LIFETIME_S, type YandexApp } from './app.ts'

export function exchange({ ground, codes, tokens }: YandexApp, call: Call): Answer {
  const { form } = call
  const { id, secret } = credentialsOf(call)
  if (id !== YANDEX.clientId) throw refusal(400, 'invalid_client', 'Client not found')
  if (secret !== YANDEX.clientSecret) throw refusal(401, 'invalid_client', 'Wrong client secret')
  if (form.get('grant_type') !== 'authorization_code')
    throw refusal(400, 'unsupported_grant_type', 'grant_type is unknown')

  const code = codes.take(form.get('code'))
  if (!code || ground.takes('reused-code')) throw refusal(400, 'invalid_grant', 'Code has expired')
  const { persona, scopes, challenge } = code
  if (!answersChallenge(challenge, form.get('code_verifier')))
    throw refusal(400, 'invalid_grant', 'code_verifier does not match')
  const clientId = ground.takes('wrong-audience') ? YANDEX.foreignClientId : YANDEX.clientId
  const ageS = ground.takes('expired') ? TOKEN_LIFETIME_S : 0
  return json({
    access_token: tokens.put({ persona, scopes, clientId }, ageS),
    expires_in: TOKEN_LIFETIME_S,
    refresh_token: newId('1:', 48),
    token_type: 'bearer',
    scope: scopes.join(' '),
  })
}
