import type { LoggedIn } from '@playhub/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../platform/http/api.ts'
import { logSecurityEvent } from '../platform/observability/security-log.ts'
import type { AllDeps } from './all-deps.ts'
import { readClientInfo } from './client-info.ts'
import { resendInSeconds } from './codes/code-request.ts'
import { loginByEmail } from './email-login/login.ts'
import { activateNewPassword, exchangeRecoveryCode, requestRecovery } from './email-login/recovery.ts'
import { confirmRegistration, register, resendRegistrationCode } from './email-login/registration.ts'
import { logLogin } from './login-sessions/log-login.ts'
import { registerFlowRoutes } from './social-login/flow/routes.ts'
import {
  loginByApple,
  loginByFacebook,
  loginByGoogle,
  loginByTelegram,
} from './social-login/native-tokens/token-login.ts'

const done = { data: { result: true as const } }
const codeSent = { ...done, resendInSeconds }

export function registerAccountRoutes(api: Api, deps: AllDeps): void {
  const { authentication } = deps

  api.handle('GET /captcha/challenge', async ({ query, reply }) => {
    reply.header('cache-control', 'no-store')
    return deps.captchas.createChallenge(query.purpose)
  })

  api.handle('POST /auth/register-by-email', async ({ body, caller, request }) => {
    const registrationSecret = await register(deps, body, readClientInfo(caller, request))
    return { ...codeSent, registrationSecret }
  })
  api.handle('POST /auth/resend-verification-code', async ({ body, caller, request }) => {
    await resendRegistrationCode(deps, body, readClientInfo(caller, request))
    return codeSent
  })
  api.handle('POST /auth/send-verification-code', ({ body, caller, request, reply }) =>
    respondLoggedIn(request, reply, confirmRegistration(deps, body, readClientInfo(caller, request))),
  )

  api.handle('POST /auth/login-by-email', ({ body, caller, request, reply }) =>
    respondLoggedIn(request, reply, loginByEmail(deps, body, readClientInfo(caller, request))),
  )
  api.handle(
    'POST /auth/apple-login',
    ({ body, caller, request, reply }) =>
      respondLoggedIn(request, reply, loginByApple(deps, body, readClientInfo(caller, request))),
    { isCostly: true },
  )
  api.handle(
    'POST /auth/telegram-login',
    ({ body, caller, request, reply }) =>
      respondLoggedIn(request, reply, loginByTelegram(deps, body, readClientInfo(caller, request))),
    { isCostly: true },
  )
  api.handle(
    'POST /auth/facebook-login',
    ({ body, caller, request, reply }) =>
      respondLoggedIn(request, reply, loginByFacebook(deps, body, readClientInfo(caller, request))),
    { isCostly: true },
  )
  api.handle(
    'POST /auth/google-login-native',
    ({ body, caller, request, reply }) =>
      respondLoggedIn(request, reply, loginByGoogle(deps, body, readClientInfo(caller, request))),
    { isCostly: true },
  )
  registerFlowRoutes(api, deps)
  api.handle('GET /auth/check/{jwt}', async ({ params, reply }) => {
    reply.header('cache-control', 'no-store')
    return { data: { result: await authentication.isValid(params.jwt) } }
  })
  api.handle(
    'POST /auth/logout',
    async ({ actor }) => {
      await authentication.revoke(actor)
      return done
    },
    { securityEvent: 'authn_token_revoked' },
  )

  api.handle('POST /auth/recovery-password', async ({ body, caller, request }) => {
    await requestRecovery(deps, body, readClientInfo(caller, request))
    return codeSent
  })
  api.handle('POST /auth/send-recovery-password-code', async ({ body, caller, request, reply }) => {
    reply.header('cache-control', 'no-store')
    return { ...done, resetTicket: await exchangeRecoveryCode(deps, body, readClientInfo(caller, request)) }
  })
  api.handle('POST /auth/activate-new-password', async ({ body, caller, request }) => {
    const playerId = await activateNewPassword(deps, body, readClientInfo(caller, request))
    logSecurityEvent(request, 'authn_password_change', { playerId })
    return done
  })
}

/** Responses with a login token must not be stored. */
async function respondLoggedIn(request: FastifyRequest, reply: FastifyReply, logIn: Promise<LoggedIn>) {
  reply.header('cache-control', 'no-store')
  const loggedIn = await logIn
  logLogin(request, loggedIn)
  return { data: { result: loggedIn } }
}
