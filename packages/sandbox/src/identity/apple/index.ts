import type { Keeper } from '../../platform/context.ts'
import { scopesOf } from '../clients.ts'
import { APPLE } from '../constants.ts'
import { json } from '../http.ts'
import { writeIdToken } from '../id-token.ts'
import type { Ground, IdentityProvider, Minted, Wish } from '../provider.ts'
import { openAppleApp, subjectOf } from './app.ts'
import { authorize } from './authorize.ts'
import { exchange, idTokenWish } from './token.ts'

export interface Apple extends IdentityProvider {
  keeper: Keeper
  /** Forgets who has agreed, as when everybody stopped using their Apple account with the app. */
  forgetConsents(): void
}

/** Apple: a form post back, a client secret that is a signed token, and a name that is told once. */
export const apple = { name: 'apple', prefix: '/apple', open: openApple }

function openApple(ground: Ground, changed: () => void): Apple {
  const app = openAppleApp(ground, changed)
  return {
    name: apple.name,
    prefix: apple.prefix,
    faults: [
      'wrong-audience',
      'expired',
      'bad-signature',
      'reused-code',
      'missing-nonce',
      'wrong-nonce',
      'wrong-state',
      'boolean-flags',
    ],
    operations: [
      { name: 'authorize', method: 'GET', path: '/auth/authorize', run: (call) => authorize(app, call) },
      { name: 'token', method: 'POST', path: '/auth/token', run: (call) => exchange(app, call) },
      { name: 'keys', method: 'GET', path: '/auth/keys', run: () => json(ground.keys.published()) },
    ],
    subjectOf,
    mint: (wish) => mint(ground, wish),
    rotate: ground.keys.rotate,
    keeper: {
      name: 'apple',
      save: () => [...app.consents],
      load: (saved) => {
        app.consents = new Set(saved as string[])
      },
    },
    forgetConsents() {
      app.consents.clear()
      changed()
    },
  }
}

function mint(ground: Ground, { persona, nonce, issuedAt, expired, badSignature, ...wish }: Wish): Minted {
  const { audience = APPLE.servicesId, scope = 'name email' } = wish
  return {
    idToken: writeIdToken(ground, {
      ...idTokenWish(persona, scopesOf(scope), { audience, nonce }),
      issuedAt,
      isExpired: expired,
      isForged: badSignature,
    }),
  }
}
