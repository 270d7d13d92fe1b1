import { FACEBOOK } from '../constants.ts'
import { getAndPost } from '../http.ts'
import { parseScopes } from '../oauth.ts'
import type { IdentityProvider, IssuedTokens, ProviderContext, TokenOptions } from '../provider.ts'
import { type FacebookApp, getSubject, issueAccessToken, openFacebookApp, TOKEN_LIFETIME_S } from './app.ts'
import { authorize } from './authorize.ts'
import { debugToken, me } from './graph.ts'
import { exchangeCode } from './token.ts'

export const facebook = {
  name: 'facebook',
  officialUrl: 'https://www.facebook.com',
  prefix: '/facebook',
  codePrefix: 'AQ',
} as const

const VERSION = '/v26.0'

/** Facebook: OAuth, app-scoped ids, `appsecret_proof` on every Graph call, and `debug_token` for clients' tokens. */
export function openFacebook(context: ProviderContext): IdentityProvider {
  const app = openFacebookApp(context)
  return {
    faults: ['wrong-audience', 'expired', 'reused-code', 'wrong-state'],
    operations: [
      {
        name: 'authorize',
        method: 'GET',
        path: `${VERSION}/dialog/oauth`,
        run: (request) => authorize(context, request),
      },
      ...getAndPost('token', `${VERSION}/oauth/access_token`, (request) => exchangeCode(app, request)),
      { name: 'me', method: 'GET', path: `${VERSION}/me`, run: (request) => me(app, request) },
      ...getAndPost('debug_token', '/debug_token', (request) => debugToken(app, request)),
      ...getAndPost('debug_token', `${VERSION}/debug_token`, (request) => debugToken(app, request)),
    ],
    getSubject: (persona) => getSubject(persona),
    issueTokens: (options) => issueTokens(app, options),
  }
}

function issueTokens(
  app: FacebookApp,
  { persona, expired, issuedAt, ...options }: TokenOptions,
): IssuedTokens {
  const { audience = FACEBOOK.appId, scope = 'public_profile email' } = options
  const tokenIssuedAt = expired ? app.context.nowS() - TOKEN_LIFETIME_S : issuedAt
  const token = { persona, scopes: parseScopes(scope), appId: audience }
  return { accessToken: issueAccessToken(app, token, tokenIssuedAt) }
}
