import { scopesOf } from '../clients.ts'
import { FACEBOOK } from '../constants.ts'
import type { Operation } from '../http.ts'
import type { Ground, IdentityProvider, Minted, Wish } from '../provider.ts'
import { type FacebookApp, newAccessToken, openFacebookApp, subjectOf, TOKEN_LIFETIME_S } from './app.ts'
import { authorize } from './authorize.ts'
import { debugToken, me } from './graph.ts'
import { exchange } from './token.ts'

/** Facebook: OAuth, app-scoped ids, `appsecret_proof` on every call of Graph and `debug_token` for tokens of clients. */
export const facebook = { name: 'facebook', prefix: '/facebook', open: openFacebook }

const VERSION = '/v26.0'

function openFacebook(ground: Ground): IdentityProvider {
  const app = openFacebookApp(ground)
  const graph = (name: string, path: string, run: Operation['run']): Operation[] =>
    (['GET', 'POST'] as const).map((method) => ({ name, method, path, run }))
  return {
    name: facebook.name,
    prefix: facebook.prefix,
    faults: ['wrong-audience', 'expired', 'reused-code', 'wrong-state'],
    operations: [
      {
        name: 'authorize',
        method: 'GET',
        path: `${VERSION}/dialog/oauth`,
        run: (call) => authorize(app, call),
      },
      ...graph('token', `${VERSION}/oauth/access_token`, (call) => exchange(app, call)),
      { name: 'me', method: 'GET', path: `${VERSION}/me`, run: (call) => me(app, call) },
      ...graph('debug_token', '/debug_token', (call) => debugToken(app, call)),
      ...graph('debug_token', `${VERSION}/debug_token`, (call) => debugToken(app, call)),
    ],
    subjectOf: (persona) => subjectOf(persona),
    mint: (wish) => mint(app, wish),
  }
}

function mint(app: FacebookApp, { persona, expired, issuedAt, ...wish }: Wish): Minted {
  const { audience = FACEBOOK.appId, scope = 'public_profile email' } = wish
  const since = expired ? app.ground.nowS() - TOKEN_LIFETIME_S : issuedAt
  return { accessToken: newAccessToken(app, { persona, scopes: scopesOf(scope), appId: audience }, since) }
}
