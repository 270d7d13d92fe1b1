import { scopesOf } from '../clients.ts'
import { GOOGLE } from '../constants.ts'
import { writeIdToken } from '../id-token.ts'
import type { Ground, IdentityProvider, Minted, Wish } from '../provider.ts'
import { type GoogleApp, newAccessToken, openGoogleApp, subjectOf, TOKEN_LIFETIME_S } from './app.ts'
import { authorize } from './authorize.ts'
import { certs, tokenInfo, userInfo } from './profile.ts'
import { exchange, idTokenWish } from './token.ts'

/** Google: OpenID Connect with optional PKCE, and `tokeninfo` for the tokens that native apps send. */
export const google = { name: 'google', prefix: '/google', open: openGoogle }

function openGoogle(ground: Ground): IdentityProvider {
  const app = openGoogleApp(ground)
  return {
    name: google.name,
    prefix: google.prefix,
    faults: [
      'wrong-audience',
      'expired',
      'bad-signature',
      'reused-code',
      'missing-nonce',
      'wrong-nonce',
      'wrong-state',
    ],
    operations: [
      { name: 'authorize', method: 'GET', path: '/o/oauth2/v2/auth', run: (call) => authorize(app, call) },
      { name: 'token', method: 'POST', path: '/token', run: (call) => exchange(app, call) },
      { name: 'certs', method: 'GET', path: '/oauth2/v3/certs', run: () => certs(app) },
      { name: 'userinfo', method: 'GET', path: '/v1/userinfo', run: (call) => userInfo(app, call) },
      { name: 'userinfo', method: 'POST', path: '/v1/userinfo', run: (call) => userInfo(app, call) },
      { name: 'tokeninfo', method: 'GET', path: '/tokeninfo', run: (call) => tokenInfo(app, call) },
      { name: 'tokeninfo', method: 'POST', path: '/tokeninfo', run: (call) => tokenInfo(app, call) },
    ],
    subjectOf,
    mint: (wish) => mint(app, wish),
    rotate: ground.keys.rotate,
  }
}

function mint(app: GoogleApp, { persona, nonce, badSignature, ...wish }: Wish): Minted {
  const { audience = GOOGLE.clientId, scope = 'openid email profile', expired, issuedAt } = wish
  const { ground } = app
  const scopes = scopesOf(scope)
  const ageS = expired ? TOKEN_LIFETIME_S : ground.nowS() - (issuedAt ?? ground.nowS())
  return {
    accessToken: newAccessToken(app, { persona, scopes, audience }, ageS),
    idToken: writeIdToken(ground, {
      ...idTokenWish(persona, scopes, { audience, nonce }),
      issuedAt,
      isExpired: expired,
      isForged: badSignature,
    }),
  }
}
