import type { Api } from '../platform/http/api.ts'
import { clientInfoOf } from './client-info.ts'
import { resendInSeconds } from './codes/code-request.ts'
import type { Deps } from './deps.ts'
import { loginByEmail } from './email-sign-in/login.ts'
import { activateNewPassword, requestRecovery, tradeRecoveryCode } from './email-sign-in/recovery.ts'
import { confirmRegistration, register, resendRegistrationCode } from './email-sign-in/registration.ts'
import { registerFlowRoutes } from './oauth/routes.ts'
import {
  loginByApple,
  loginByFacebook,
  loginByGoogle,
  loginByTelegram,
} from './provider-login/token-login.ts'

const done = { data: { result: true as const } }
const codeSent = { ...done, resendInSeconds }

export function registerAccountRoutes(api: Api, deps: Deps): void {
  const { authentication } = deps

  api.answer('GET /captcha/challenge', async ({ query, reply }) => {
    reply.header('cache-control', 'no-store')
    return deps.robotCheck.challenge(query.purpose)
  })

  api.answer('POST /auth/register-by-email', async ({ body, caller, request }) => {
    await register(deps, body, clientInfoOf(caller, request))
    return codeSent
  })
  api.answer('POST /auth/resend-verification-code', async ({ body, caller, request }) => {
    await resendRegistrationCode(deps, body, clientInfoOf(caller, request))
    return codeSent
  })
  api.answer('POST /auth/send-verification-code', async ({ body, caller, request, reply }) => {
    reply.header('cache-control', 'no-store')
    return { data: { result: await confirmRegistration(deps, body, clientInfoOf(caller, request)) } }
  })

  api.answer('POST /auth/login-by-email', async ({ body, caller, request, reply }) => {
    reply.header('cache-control', 'no-store')
    return { data: { result: await loginByEmail(deps, body, clientInfoOf(caller, request)) } }
  })
  api.answer(
    'POST /auth/apple-login',
    async ({ body, caller, request, reply }) => {
      reply.header('cache-control', 'no-store')
      return { data: { result: await loginByApple(deps, body, clientInfoOf(caller, request)) } }
    },
    { isCostly: true },
  )
  api.answer(
    'POST /auth/telegram-login',
    async ({ body, caller, request, reply }) => {
      reply.header('cache-control', 'no-store')
      return { data: { result: await loginByTelegram(deps, body, clientInfoOf(caller, request)) } }
    },
    { isCostly: true },
  )
  api.answer(
    'POST /auth/facebook-login',
    async ({ body, caller, request, reply }) => {
      reply.header('cache-control', 'no-store')
      return { data: { result: await loginByFacebook(deps, body, clientInfoOf(caller, request)) } }
    },
    { isCostly: true },
  )
  api.answer(
    'POST /auth/google-login-native',
    async ({ body, caller, request, reply }) => {
      reply.header('cache-control', 'no-store')
      return { data: { result: await loginByGoogle(deps, body, clientInfoOf(caller, request)) } }
    },
    { isCostly: true },
  )
  registerFlowRoutes(api, deps)
  api.answer('GET /auth/check/{jwt}', async ({ params, reply }) => {
    reply.header('cache-control', 'no-store')
    return { data: { result: await authentication.holds(params.jwt) } }
  })
  api.answer('POST /auth/logout', async ({ actor }) => {
    await authentication.revoke(actor)
    return done
  })

  api.answer('POST /auth/recovery-password', async ({ body, caller, request }) => {
    await requestRecovery(deps, body, clientInfoOf(caller, request))
    return codeSent
  })
  api.answer('POST /auth/send-recovery-password-code', async ({ body, caller, request, reply }) => {
    reply.header('cache-control', 'no-store')
    return { ...done, resetTicket: await tradeRecoveryCode(deps, body, clientInfoOf(caller, request)) }
  })
  api.answer('POST /auth/activate-new-password', async ({ body, caller, request }) => {
    await activateNewPassword(deps, body, clientInfoOf(caller, request))
    return done
  })
}
