import { GOOGLE } from '../constants.ts'
import { discovery } from '../discovery.ts'
import { getAndPost } from '../http.ts'
import { signIdToken } from '../id-token.ts'
import { parseScopes } from '../oauth.ts'
import type { IdentityProvider, IssuedTokens, ProviderContext, TokenOptions } from '../provider.ts'
import { type GoogleApp, getSubject, issueAccessToken, openGoogleApp, TOKEN_LIFETIME_S } from './app.ts'
import { authorize } from './authorize.ts'
import { certs, tokenInfo, userInfo } from './profile.ts'
import { exchangeCode, idTokenOptions } from './token.ts'

export const google = {
  name: 'google',
  officialUrl: 'https://accounts.google.com',
  prefix: '/google',
  codePrefix: '4/0A',
} as const

/** Google: OpenID Connect with optional PKCE, and `tokeninfo` for native apps' tokens. */
export function openGoogle(context: ProviderContext): IdentityProvider {
  const app = openGoogleApp(context)
  return {
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
      {
        name: 'authorize',
        method: 'GET',
        path: '/o/oauth2/v2/auth',
        run: (request) => authorize(context, request),
      },
      { name: 'token', method: 'POST', path: '/token', run: (request) => exchangeCode(app, request) },
      discovery(context, { authorize: '/o/oauth2/v2/auth', token: '/token', keys: '/oauth2/v3/certs' }),
      { name: 'certs', method: 'GET', path: '/oauth2/v3/certs', run: () => certs(context) },
      ...getAndPost('userinfo', '/v1/userinfo', (request) => userInfo(app, request)),
      ...getAndPost('tokeninfo', '/tokeninfo', (request) => tokenInfo(app, request)),
    ],
    getSubject,
    issueTokens: (options) => issueTokens(app, options),
    rotateKey: context.keys.rotate,
  }
}

function issueTokens(
  app: GoogleApp,
  { persona, nonce, badSignature, ...options }: TokenOptions,
): IssuedTokens {
  const { audience = GOOGLE.clientId, scope = 'openid email profile', expired, issuedAt } = options
  const { context } = app
  const scopes = parseScopes(scope)
  const ageS = expired ? TOKEN_LIFETIME_S : context.nowS() - (issuedAt ?? context.nowS())
  return {
    accessToken: issueAccessToken(app, { persona, scopes, audience }, ageS),
    idToken: signIdToken(context, {
      ...idTokenOptions(persona, scopes, { audience, nonce }),
      issuedAt,
      isExpired: expired,
      isForged: badSignature,
    }),
  }
}
