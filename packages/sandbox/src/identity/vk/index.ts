import { parseScopes } from '../oauth.ts'
import type { IdentityProvider, IssuedTokens, ProviderContext, TokenOptions } from '../provider.ts'
import { getSubject, openVkApp, TOKEN_LIFETIME_S, type VkApp } from './app.ts'
import { authorize } from './authorize.ts'
import { publicInfo, userInfo } from './profile.ts'
import { issueToken, signIdToken } from './token.ts'

export const vk = {
  name: 'vk',
  officialUrl: 'https://id.vk.ru',
  prefix: '/vk',
  codePrefix: 'vk2.a.c',
} as const

/** VK ID: PKCE and the device id protect the code. Only a confidential app also proves itself by a key. */
export function openVk(context: ProviderContext): IdentityProvider {
  const app = openVkApp(context)
  return {
    faults: [
      'expired',
      'reused-code',
      'wrong-state',
      'wrong-token-state',
      'payload-callback',
      'missing-token-type',
      'confidential-app',
    ],
    operations: [
      { name: 'authorize', method: 'GET', path: '/authorize', run: (request) => authorize(context, request) },
      { name: 'token', method: 'POST', path: '/oauth2/auth', run: (request) => issueToken(app, request) },
      {
        name: 'user_info',
        method: 'POST',
        path: '/oauth2/user_info',
        run: (request) => userInfo(app, request),
      },
      {
        name: 'public_info',
        method: 'POST',
        path: '/oauth2/public_info',
        run: (request) => publicInfo(context, request),
      },
    ],
    getSubject,
    issueTokens: (options) => issueTokens(app, options),
    rotateKey: context.keys.rotate,
  }
}

function issueTokens(
  { context, tokens }: VkApp,
  { persona, scope = 'email', expired, badSignature }: TokenOptions,
): IssuedTokens {
  return {
    accessToken: tokens.issue({ persona, scopes: parseScopes(scope) }, expired ? TOKEN_LIFETIME_S : 0),
    idToken: signIdToken(context, persona, badSignature),
  }
}
