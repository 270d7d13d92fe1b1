import { scopesOf } from '../clients.ts'
import type { Ground, IdentityProvider, Minted, Wish } from '../provider.ts'
import { openVkApp, subjectOf, TOKEN_LIFETIME_S, type VkApp } from './app.ts'
import { authorize } from './authorize.ts'
import { publicInfo, userInfo } from './profile.ts'
import { exchange, idToken } from './token.ts'

/** VK ID: no client secret; PKCE and the device id guard the code. */
export const vk = { name: 'vk', prefix: '/vk', open: openVk }

function openVk(ground: Ground): IdentityProvider {
  const app = openVkApp(ground)
  return {
    name: vk.name,
    prefix: vk.prefix,
    faults: ['expired', 'reused-code', 'wrong-state', 'wrong-token-state', 'payload-callback'],
    operations: [
      { name: 'authorize', method: 'GET', path: '/authorize', run: (call) => authorize(app, call) },
      { name: 'token', method: 'POST', path: '/oauth2/auth', run: (call) => exchange(app, call) },
      { name: 'user_info', method: 'POST', path: '/oauth2/user_info', run: (call) => userInfo(app, call) },
      {
        name: 'public_info',
        method: 'POST',
        path: '/oauth2/public_info',
        run: (call) => publicInfo(app, call),
      },
    ],
    subjectOf,
    mint: (wish) => mint(app, wish),
    rotate: ground.keys.rotate,
  }
}

function mint({ ground, tokens }: VkApp, { persona, scope = 'email', expired, badSignature }: Wish): Minted {
  return {
    accessToken: tokens.put({ persona, scopes: scopesOf(scope) }, expired ? TOKEN_LIFETIME_S : 0),
    idToken: idToken(ground, persona, badSignature),
  }
}
