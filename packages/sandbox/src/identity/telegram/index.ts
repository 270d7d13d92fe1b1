import { TELEGRAM } from '../constants.ts'
import { discovery } from '../discovery.ts'
import { json } from '../http.ts'
import { signIdToken } from '../id-token.ts'
import { parseScopes } from '../oauth.ts'
import type { IdentityProvider, IssuedTokens, ProviderContext, TokenOptions } from '../provider.ts'
import { authorizeOidc, exchangeCode, idTokenOptions } from './oidc.ts'
import { EXPIRED_AGE_S, getSubject, signedUserData } from './user-data.ts'
import { authorizeWidget } from './widget.ts'

export const telegram = {
  name: 'telegram',
  officialUrl: 'https://oauth.telegram.org',
  prefix: '/telegram',
  codePrefix: 'tg',
} as const

/** Telegram: the signed data of the legacy widget, and OpenID Connect, both at `/auth`. */
export function openTelegram(context: ProviderContext): IdentityProvider {
  return {
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
        run: (request) =>
          (request.query.has('client_id') ? authorizeOidc : authorizeWidget)(context, request),
      },
      { name: 'token', method: 'POST', path: '/token', run: (request) => exchangeCode(context, request) },
      discovery(context, { authorize: '/auth', token: '/token', keys: '/.well-known/jwks.json' }),
      { name: 'keys', method: 'GET', path: '/.well-known/jwks.json', run: () => json(context.keys.jwks()) },
    ],
    getSubject,
    issueTokens: (options) => issueTokens(context, options),
    rotateKey: context.keys.rotate,
  }
}

function issueTokens(
  context: ProviderContext,
  { persona, nonce, issuedAt, expired, badSignature, ...options }: TokenOptions,
): IssuedTokens {
  const { audience = TELEGRAM.botId, scope = 'openid profile' } = options
  return {
    userData: signedUserData(context, persona, {
      authDate: issuedAt ?? context.nowS() - (expired ? EXPIRED_AGE_S : 0),
      isForged: badSignature,
    }),
    idToken: signIdToken(context, {
      ...idTokenOptions(context, persona, parseScopes(scope), { audience, nonce }),
      issuedAt,
      isExpired: expired,
      isForged: badSignature,
    }),
  }
}
