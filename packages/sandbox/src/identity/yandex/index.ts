import { scopesOf } from '../clients.ts'
import { YANDEX } from '../constants.ts'
import type { Ground, IdentityProvider, Minted, Wish } from '../provider.ts'
import { openYandexApp, REGISTERED_SCOPES, subjectOf, TOKEN_LIFETIME_S, type YandexApp } from './app.ts'
import { authorize } from './authorize.ts'
import { info } from './profile.ts'
import { exchange } from './token.ts'

/** Yandex ID: OAuth without ID tokens; the `client_id` in the profile is the only audience there is. */
export const yandex = { name: 'yandex', prefix: '/yandex-id', open: openYandex }

function openYandex(ground: Ground): IdentityProvider {
  const app = openYandexApp(ground)
  return {
    name: yandex.name,
    prefix: yandex.prefix,
    faults: ['wrong-audience', 'expired', 'reused-code', 'wrong-state'],
    operations: [
      { name: 'authorize', method: 'GET', path: '/authorize', run: (call) => authorize(app, call) },
      { name: 'token', method: 'POST', path: '/token', run: (call) => exchange(app, call) },
      { name: 'info', method: 'GET', path: '/info', run: (call) => info(app, call) },
      { name: 'info', method: 'POST', path: '/info', run: (call) => info(app, call) },
    ],
    subjectOf,
    mint: (wish) => mint(app, wish),
  }
}

function mint({ tokens }: YandexApp, { persona, audience = YANDEX.clientId, scope, expired }: Wish): Minted {
  const scopes = scope === undefined ? REGISTERED_SCOPES : scopesOf(scope)
  return { accessToken: tokens.put({ persona, scopes, clientId: audience }, expired ? TOKEN_LIFETIME_S : 0) }
}
