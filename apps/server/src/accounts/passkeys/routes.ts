import type { Api } from '../../platform/http/api.ts'
import { readClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { logSignIn } from '../login-sessions/log-sign-in.ts'
import { addPasskey, passkeyCreationOptions } from './add-passkey.ts'
import { ownPasskeys, removeOwnPasskey, renameOwnPasskey } from './own-passkeys.ts'
import { loginByPasskey, passkeyLoginOptions } from './sign-in.ts'

export function registerPasskeyRoutes(api: Api, deps: Deps): void {
  api.answer('POST /auth/passkey/options', async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    return { data: { result: await passkeyLoginOptions(deps) } }
  })
  api.answer(
    'POST /auth/passkey/login',
    async ({ body, caller, request, reply }) => {
      reply.header('cache-control', 'no-store')
      const signedIn = await loginByPasskey(deps, body.response, readClientInfo(caller, request))
      logSignIn(request, signedIn)
      return { data: { result: signedIn } }
    },
    { isCostly: true },
  )

  api.answer('GET /me/passkeys', async ({ actor }) => ({
    data: { result: await ownPasskeys(deps.db, actor.playerId) },
  }))
  api.answer('POST /me/passkeys/options', async ({ actor, caller }) => ({
    data: { result: await passkeyCreationOptions(deps, actor, caller.language) },
  }))
  api.answer(
    'POST /me/passkeys',
    async ({ actor, body, caller }) => ({
      data: { result: await addPasskey(deps, actor, body, caller.language) },
    }),
    { securityEvent: 'authn_identities_change' },
  )
  api.answer('POST /me/passkeys/{id}/rename', async ({ actor, params, body }) => ({
    data: { result: await renameOwnPasskey(deps, actor, { ...params, ...body }) },
  }))
  api.answer(
    'POST /me/passkeys/{id}/remove',
    async ({ actor, params, caller }) => {
      await removeOwnPasskey(deps, actor, params.id, caller.language)
      return { data: { result: true as const } }
    },
    { securityEvent: 'authn_identities_change' },
  )
}
