import { scopesOf } from '../clients.ts'
import { TELEGRAM } from '../constants.ts'
import { json } from '../http.ts'
import { writeIdToken } from '../id-token.ts'
import type { Ground, IdentityProvider, Minted, Wish } from '../provider.ts'
import { openTelegramApp, subjectOf } from './app.ts'
import { authorizeOidc, exchange, idTokenWish } from './oidc.ts'
import { signedUserData } from './user-data.ts'
import { authorizeWidget } from './widget.ts'

/** Telegram: the legacy widget's signed form and OpenID Connect, both at `/auth`. */
export const telegram = { name: 'telegram', prefix: '/telegram', open: openTelegram }

const EXPIRED_AGE_S = 2 * 86_400

function openTelegram(ground: Ground): IdentityProvider {
  const app = openTelegramApp(ground)
  return {
    name: telegram.name,
    prefix: telegram.prefix,
    faults: [
      'wrong-audience',
      'expired',
      'bad-signature',
      'reused-code',
      'wrong-nonce',
      'echo-nonce',
      'numeric-audience',
      'wrong-state',
    ],
    operations: [
      {
        name: 'authorize',
        method: 'GET',
        path: '/auth',
        run: (call) => (call.query.has('client_id') ? authorizeOidc(app, call) : authorizeWidget(app, call)),
      },
      { name: 'token', method: 'POST', path: '/token', run: (call) => exchange(app, call) },
      {
        name: 'keys',
        method: 'GET',
        path: '/.well-known/jwks.json',
        run: () => json(ground.keys.published()),
      },
    ],
    subjectOf,
    mint: (wish) => mint(ground, wish),
    rotate: ground.keys.rotate,
  }
}

function mint(ground: Ground, { persona, nonce, issuedAt, expired, badSignature, ...wish }: Wish): Minted {
  const { audience = TELEGRAM.botId, scope = 'openid profile' } = wish
  return {
    userData: signedUserData(ground, persona, {
      authDate: issuedAt ?? ground.nowS() - (expired ? EXPIRED_AGE_S : 0),
      isForged: badSignature,
    }),
    idToken: writeIdToken(ground, {
      ...idTokenWish(ground, persona, scopesOf(scope), { audience, nonce }),
      issuedAt,
      isExpired: expired,
      isForged: badSignature,
    }),
  }
}
