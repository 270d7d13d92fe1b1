import type { Api } from '../../platform/http/api.ts'
import type { AllDeps } from '../all-deps.ts'
import { readClientInfo } from '../client-info.ts'
import { expectReauthentication } from '../login-sessions/recent-reauthentication.ts'
import { passkeyReauthenticationOptions, proveByPasskey, proveByPassword } from './reauthentication.ts'

const done = { data: { result: true as const } }

/** Reauthentication for logged-in players. Reauthentication by a provider is an OAuth flow. */
export function registerReauthenticationRoutes(api: Api, deps: AllDeps): void {
  api.handle('GET /me/reauthentication', async ({ actor }) => {
    await expectReauthentication(deps, actor)
    return done
  })
  api.handle('POST /me/reauthentication/password', async ({ actor, body, caller, request }) => {
    await proveByPassword(deps, actor, body, readClientInfo(caller, request))
    return done
  })
  api.handle('POST /me/reauthentication/passkey/options', async ({ actor }) => ({
    data: { result: await passkeyReauthenticationOptions(deps, actor) },
  }))
  api.handle('POST /me/reauthentication/passkey', async ({ actor, body }) => {
    await proveByPasskey(deps, actor, body.response)
    return done
  })
}
