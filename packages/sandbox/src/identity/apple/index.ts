import type { Persistent } from '../../platform/state-file.ts'
import { APPLE } from '../constants.ts'
import { discovery } from '../discovery.ts'
import { json } from '../http.ts'
import { signIdToken } from '../id-token.ts'
import { parseScopes } from '../oauth.ts'
import type { IdentityProvider, IssuedTokens, ProviderContext, TokenOptions } from '../provider.ts'
import { type AppleApp, getSubject } from './app.ts'
import { authorize } from './authorize.ts'
import { exchangeCode, idTokenOptions } from './token.ts'

export interface Apple extends IdentityProvider {
  readonly state: Persistent
  /** Makes each persona's next login a first consent again. */
  clearConsents(): void
}

export const apple = {
  name: 'apple',
  officialUrl: 'https://appleid.apple.com',
  prefix: '/apple',
  codePrefix: 'c',
} as const

/** Apple: a form post back, a signed token as the client secret, and a name sent once. */
export function openApple(context: ProviderContext, stateChanged: () => void): Apple {
  const app: AppleApp = { context, consents: new Set(), stateChanged }
  return {
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
      {
        name: 'authorize',
        method: 'GET',
        path: '/auth/authorize',
        run: (request) => authorize(app, request),
      },
      {
        name: 'token',
        method: 'POST',
        path: '/auth/token',
        run: (request) => exchangeCode(context, request),
      },
      discovery(context, { authorize: '/auth/authorize', token: '/auth/token', keys: '/auth/keys' }),
      { name: 'keys', method: 'GET', path: '/auth/keys', run: () => json(context.keys.jwks()) },
    ],
    getSubject,
    issueTokens: (options) => issueTokens(context, options),
    rotateKey: context.keys.rotate,
    state: {
      name: 'apple',
      save: () => [...app.consents],
      load: (saved) => {
        app.consents = new Set(saved as string[])
      },
    },
    clearConsents() {
      app.consents.clear()
      stateChanged()
    },
  }
}

function issueTokens(
  context: ProviderContext,
  { persona, nonce, issuedAt, expired, badSignature, ...options }: TokenOptions,
): IssuedTokens {
  const { audience = APPLE.servicesId, scope = 'name email' } = options
  return {
    idToken: signIdToken(context, {
      ...idTokenOptions(persona, parseScopes(scope), { audience, nonce }),
      issuedAt,
      isExpired: expired,
      isForged: badSignature,
    }),
  }
}
