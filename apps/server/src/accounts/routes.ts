import type { FastifyRequest } from 'fastify'
import type { Api, Caller } from '../platform/api.ts'
import { resendInSeconds } from './code-request.ts'
import type { Deps, Visitor } from './deps.ts'
import { loginByEmail } from './login.ts'
import { readMe } from './profile.ts'
import { activateNewPassword, requestRecovery, tradeRecoveryCode } from './recovery.ts'
import { confirmRegistration, register, resendRegistrationCode } from './registration.ts'

const done = { data: { result: true as const } }
const codeSent = { ...done, resendInSeconds }

export function registerAccountRoutes(api: Api, deps: Deps): void {
  const { authentication } = deps

  api.answer('GET /captcha/challenge', async ({ query, reply }) => {
    reply.header('cache-control', 'no-store')
    return deps.robotCheck.challenge(query.purpose)
  })

  api.answer('POST /auth/register-by-email', async ({ body, caller, request }) => {
    await register(deps, body, visitorOf(caller, request))
    return codeSent
  })
  api.answer('POST /auth/resend-verification-code', async ({ body, caller, request }) => {
    await resendRegistrationCode(deps, body, visitorOf(caller, request))
    return codeSent
  })
  api.answer('POST /auth/send-verification-code', async ({ body, caller, request, reply }) => {
    reply.header('cache-control', 'no-store')
    return { data: { result: await confirmRegistration(deps, body, visitorOf(caller, request)) } }
  })

  api.answer('POST /auth/login-by-email', async ({ body, caller, request, reply }) => {
    reply.header('cache-control', 'no-store')
    return { data: { result: await loginByEmail(deps, body, visitorOf(caller, request)) } }
  })
  api.answer('GET /auth/check/{jwt}', async ({ params, reply }) => {
    reply.header('cache-control', 'no-store')
    return { data: { result: await authentication.holds(params.jwt) } }
  })
  api.answer('POST /auth/logout', async ({ actor }) => {
    await authentication.logout(actor)
    return done
  })

  api.answer('POST /auth/recovery-password', async ({ body, caller, request }) => {
    await requestRecovery(deps, body, visitorOf(caller, request))
    return codeSent
  })
  api.answer('POST /auth/send-recovery-password-code', async ({ body, caller, request, reply }) => {
    reply.header('cache-control', 'no-store')
    return { ...done, resetTicket: await tradeRecoveryCode(deps, body, visitorOf(caller, request)) }
  })
  api.answer('POST /auth/activate-new-password', async ({ body, caller, request }) => {
    await activateNewPassword(deps, body, visitorOf(caller, request))
    return done
  })

  api.answer('GET /me', async ({ actor }) => ({ data: { result: await readMe(deps.db, actor) } }))
}

function visitorOf({ language, session, project, ip }: Caller, request: FastifyRequest): Visitor {
  const userAgent = request.headers['user-agent']?.slice(0, 256) ?? ''
  return { language, session, project, address: ip, userAgent }
}
