import type { Api } from '../../platform/http/api.ts'
import { readClientInfo } from '../client-info.ts'
import { logLogin } from '../login-sessions/log-login.ts'
import { addPasskey, passkeyCreationOptions } from './add-passkey.ts'
import { loginByPasskey, passkeyLoginOptions } from './login.ts'
import { ownPasskeys, removeOwnPasskey, renameOwnPasskey } from './own-passkeys.ts'
import type { PasskeyDeps } from './passkey-check.ts'

export function registerPasskeyRoutes(api: Api, deps: PasskeyDeps): void {
  api.handle('POST /auth/passkey/options', async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    return { data: { result: await passkeyLoginOptions(deps) } }
  })
  api.handle(
    'POST /auth/passkey/login',
    async ({ body, caller, request, reply }) => {
      reply.header('cache-control', 'no-store')
      const loggedIn = await loginByPasskey(deps, body.response, readClientInfo(caller, request))
      logLogin(request, loggedIn)
      return { data: { result: loggedIn } }
    },
    { isCostly: true },
  )

  api.handle('GET /me/passkeys', async ({ actor }) => ({
    data: { result: await ownPasskeys(deps.db, actor.playerId) },
  }))
  api.handle('POST /me/passkeys/options', async ({ actor, caller }) => ({
    data: { result: await passkeyCreationOptions(deps, actor, caller.language) },
  }))
  api.handle(
    'POST /me/passkeys',
    async ({ actor, body, caller }) => ({
      data: { result: await addPasskey(deps, actor, body, caller.language) },
    }),
    { securityEvent: 'authn_identities_change' },
  )
  api.handle('POST /me/passkeys/{id}/rename', async ({ actor, params, body }) => ({
    data: { result: await renameOwnPasskey(deps, actor, { ...params, ...body }) },
  }))
  api.handle(
    'POST /me/passkeys/{id}/remove',
    async ({ actor, params, caller }) => {
      await removeOwnPasskey(deps, actor, params.id, caller.language)
      return { data: { result: true as const } }
    },
    { securityEvent: 'authn_identities_change' },
  )
}
