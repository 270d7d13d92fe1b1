import type { Api } from '../../platform/http/api.ts'
import { readClientInfo } from '../client-info.ts'
import { logLogin } from '../login-sessions/log-login.ts'
import type { TwoFactorDeps } from './login.ts'
import { completeSecondStep } from './login.ts'
import {
  ownTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
  turnTwoFactorOff,
  turnTwoFactorOn,
} from './own-two-factor.ts'

export function registerTwoFactorRoutes(api: Api, deps: TwoFactorDeps): void {
  api.handle('POST /auth/second-factor', async ({ body, caller, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const loggedIn = await completeSecondStep(deps, body, readClientInfo(caller, request))
    logLogin(request, loggedIn)
    return { data: { result: loggedIn } }
  })

  api.handle('GET /me/second-factor', async ({ actor }) => ({
    data: { result: await ownTwoFactor(deps.db, actor.playerId) },
  }))
  api.handle('POST /me/second-factor/setup', async ({ actor, reply, caller }) => {
    reply.header('cache-control', 'no-store')
    return { data: { result: await setUpTwoFactor(deps, actor, caller.language) } }
  })
  api.handle(
    'POST /me/second-factor',
    async ({ actor, body, caller, request, reply }) => {
      reply.header('cache-control', 'no-store')
      const client = readClientInfo(caller, request)
      const recoveryCodes = await turnTwoFactorOn(deps, actor, body.code, client)
      return { data: { result: { recoveryCodes } } }
    },
    { securityEvent: 'authn_identities_change' },
  )
  api.handle(
    'POST /me/second-factor/recovery-codes',
    async ({ actor, caller, reply }) => {
      reply.header('cache-control', 'no-store')
      return { data: { result: { recoveryCodes: await renewRecoveryCodes(deps, actor, caller.language) } } }
    },
    { securityEvent: 'authn_identities_change' },
  )
  api.handle(
    'POST /me/second-factor/remove',
    async ({ actor, caller }) => {
      await turnTwoFactorOff(deps, actor, caller.language)
      return { data: { result: true as const } }
    },
    { securityEvent: 'authn_identities_change' },
  )
}
