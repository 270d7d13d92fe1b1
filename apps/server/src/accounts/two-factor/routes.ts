import type { Api } from '../../platform/http/api.ts'
import { readClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { logSignIn } from '../login-sessions/log-sign-in.ts'
import {
  ownSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  turnSecondFactorOff,
  turnSecondFactorOn,
} from './own-second-factor.ts'
import { completeSecondStep } from './sign-in.ts'

export function registerSecondFactorRoutes(api: Api, deps: Deps): void {
  api.answer('POST /auth/second-factor', async ({ body, caller, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const signedIn = await completeSecondStep(deps, body, readClientInfo(caller, request))
    logSignIn(request, signedIn)
    return { data: { result: signedIn } }
  })

  api.answer('GET /me/second-factor', async ({ actor }) => ({
    data: { result: await ownSecondFactor(deps.db, actor.playerId) },
  }))
  api.answer('POST /me/second-factor/setup', async ({ actor, reply, caller }) => {
    reply.header('cache-control', 'no-store')
    return { data: { result: await setUpSecondFactor(deps, actor, caller.language) } }
  })
  api.answer(
    'POST /me/second-factor',
    async ({ actor, body, caller, request, reply }) => {
      reply.header('cache-control', 'no-store')
      const client = readClientInfo(caller, request)
      const recoveryCodes = await turnSecondFactorOn(deps, actor, body.code, client)
      return { data: { result: { recoveryCodes } } }
    },
    { securityEvent: 'authn_identities_change' },
  )
  api.answer(
    'POST /me/second-factor/recovery-codes',
    async ({ actor, caller, reply }) => {
      reply.header('cache-control', 'no-store')
      return { data: { result: { recoveryCodes: await renewRecoveryCodes(deps, actor, caller.language) } } }
    },
    { securityEvent: 'authn_identities_change' },
  )
  api.answer(
    'POST /me/second-factor/remove',
    async ({ actor, caller }) => {
      await turnSecondFactorOff(deps, actor, caller.language)
      return { data: { result: true as const } }
    },
    { securityEvent: 'authn_identities_change' },
  )
}
