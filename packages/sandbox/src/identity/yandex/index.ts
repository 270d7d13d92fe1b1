import { YANDEX } from '../constants.ts'
import { getAndPost } from '../http.ts'
import { parseScopes } from '../oauth.ts'
import type { IdentityProvider, IssuedTokens, ProviderContext, TokenOptions } from '../provider.ts'
import { getSubject, openYandexApp, REGISTERED_SCOPES, TOKEN_LIFETIME_S, type YandexApp } from './app.ts'
import { authorize } from './authorize.ts'
import { info } from './profile.ts'
import { exchangeCode } from './token.ts'

export const yandex = {
  name: 'yandex',
  officialUrl: 'https://oauth.yandex.ru',
  prefix: '/yandex-id',
  codePrefix: '',
} as const

/** Yandex ID: OAuth without ID tokens; the only audience is the `client_id` in the profile. */
export function openYandex(context: ProviderContext): IdentityProvider {
  const app = openYandexApp(context)
  return {
    faults: ['wrong-audience', 'expired', 'reused-code', 'wrong-state'],
    operations: [
      { name: 'authorize', method: 'GET', path: '/authorize', run: (request) => authorize(context, request) },
      { name: 'token', method: 'POST', path: '/token', run: (request) => exchangeCode(app, request) },
      ...getAndPost('info', '/info', (request) => info(app, request)),
    ],
    getSubject,
    issueTokens: (options) => issueTokens(app, options),
  }
}

function issueTokens(
  { tokens }: YandexApp,
  { persona, audience = YANDEX.clientId, scope, expired }: TokenOptions,
): IssuedTokens {
  const scopes = scope === undefined ? REGISTERED_SCOPES : parseScopes(scope)
  const ageS = expired ? TOKEN_LIFETIME_S : 0
  return { accessToken: tokens.issue({ persona, scopes, clientId: audience }, ageS) }
}
