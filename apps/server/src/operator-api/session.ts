import type { OperatorMe, OperatorRouteResponse } from '@playhub/contract/operator'
import { listPermittedProjects, permissions } from '@playhub/contract/operator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Catalogue } from '../catalogue/index.ts'
import {
  type AuthenticatedOperator,
  addFirstPasskey,
  addPasskey,
  changePassword,
  completePasswordLogin,
  confirmApp,
  confirmNewApp,
  createNewPasskeyOptions,
  createNewPasswordPasskeyOptions,
  createPasskeyLoginOptions,
  createPasskeyOptions,
  createReauthenticationOptions,
  endOtherSessions,
  endOwnSession,
  enterPassword,
  type LoggedInOperator,
  listOwnSessions,
  logInByPasskey,
  logOut,
  type OperatorClient,
  type OperatorDeps,
  proveByCode,
  proveByPasskey,
  readPasswordLink,
  readSetUp,
  readTwoFactor,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
  requestNewPassword,
  serializeSessionCookies,
  setLanguage,
  setNewPassword,
  setProfile,
  setWeeklyReport,
  startApp,
  startNewApp,
  startPasswordLogin,
} from '../operators/index.ts'
import { listRefundLimits } from '../payments/index.ts'
import type { OperatorApi } from './frame/operator-api.ts'

export type SessionDeps = {
  operators: OperatorDeps
  catalogue: Pick<Catalogue, 'projects' | 'content'>
  /** The operator behind a token just issued by a login or reauthentication. */
  authenticateToken: (token: string) => Promise<AuthenticatedOperator | undefined>
  toIp: (request: FastifyRequest) => string
}

/** Login, set-up and the operator's own sessions. */
export function registerSessionRoutes(api: OperatorApi, deps: SessionDeps): void {
  registerLogin(api, deps)
  registerSetUp(api, deps)
  registerOwnSessions(api, deps)
  registerTwoFactor(api, deps)
  registerPasswords(api, deps)
}

const toClient =
  ({ toIp }: Pick<SessionDeps, 'toIp'>) =>
  (request: FastifyRequest): OperatorClient => ({
    ip: toIp(request),
    userAgent: request.headers['user-agent'] ?? '',
    isAborted: () => request.socket.destroyed,
  })

function registerLogin(api: OperatorApi, deps: SessionDeps): void {
  const { operators } = deps
  const readClient = toClient(deps)
  api.handle('POST /session/password', async ({ body, request }) => ({
    data: { result: await startPasswordLogin(operators, body, readClient(request)) },
  }))
  api.handle('POST /session/code', async ({ body, request, reply }) =>
    respondLoggedIn(deps, reply, await completePasswordLogin(operators, body, readClient(request))),
  )
  api.handle('POST /session/recovery-code', async ({ body, request, reply }) =>
    respondLoggedIn(deps, reply, await completePasswordLogin(operators, body, readClient(request))),
  )
  api.handle('POST /session/passkey/options', async () => ({
    data: { result: await createPasskeyLoginOptions(operators) },
  }))
  api.handle('POST /session/passkey', async ({ body, request, reply }) =>
    respondLoggedIn(deps, reply, await logInByPasskey(operators, body.passkey, readClient(request))),
  )
}

function registerSetUp(api: OperatorApi, { operators }: SessionDeps): void {
  api.handle('GET /set-up/{token}', async ({ params }) => ({
    data: { result: await readSetUp(operators, params.token) },
  }))
  api.handle('POST /set-up/{token}/password', async ({ params: { token }, body }) => {
    await enterPassword(operators, token, body.password)
    const { secret, uri: secretUri } = await startApp(operators, token)
    return {
      data: { result: { secret, secretUri, passkeyOptions: await createPasskeyOptions(operators, token) } },
    }
  })
  api.handle('POST /set-up/{token}/code', async ({ params, body }) => ({
    data: { result: { recoveryCodes: await confirmApp(operators, params.token, body.code) } },
  }))
  api.handle('POST /set-up/{token}/passkey', async ({ params, body }) => {
    const passkey = { name: 'Passkey', response: body.passkey }
    return { data: { result: { recoveryCodes: await addFirstPasskey(operators, params.token, passkey) } } }
  })
}

function registerPasswords(api: OperatorApi, deps: SessionDeps): void {
  const { operators } = deps
  const done = { data: { result: true } } as const
  api.handle('POST /session/change-password', async ({ login, body, operation }) => {
    await changePassword(operators, login, body, operation)
    return done
  })
  api.handle('POST /session/forgotten-password', async ({ body, request }) => {
    await requestNewPassword(operators, body.email, deps.toIp(request))
    return done
  })
  api.handle('GET /new-password/{token}', async ({ params }) => ({
    data: { result: await readPasswordLink(operators, params.token) },
  }))
  api.handle('POST /new-password/{token}/passkey/options', async ({ params }) => ({
    data: { result: await createNewPasswordPasskeyOptions(operators, params.token) },
  }))
  api.handle('POST /new-password/{token}', async ({ params, body, request, reply }) => {
    const { password, code = '', passkey } = body
    const assertion = passkey ? { passkey } : { code }
    const loggedIn = await setNewPassword(
      operators,
      { ...params, password, ...assertion },
      toClient(deps)(request),
    )
    return respondLoggedIn(deps, reply, loggedIn)
  })
}

function registerOwnSessions(api: OperatorApi, deps: SessionDeps): void {
  const { operators } = deps
  api.handle('GET /session', async ({ login }) => ({ data: { result: describeMe(deps, login) } }))
  api.handle('DELETE /session', async ({ login, reply }) => {
    await logOut(operators, login)
    reply.header('set-cookie', serializeSessionCookies(operators.config, null))
    return { data: { result: true as const } }
  })
  api.handle('GET /session/list', async ({ login }) => ({
    data: { result: await listOwnSessions(operators, login) },
  }))
  api.handle('POST /session/end-others', async ({ login }) => ({
    data: { result: { ended: await endOtherSessions(operators, login) } },
  }))
  api.handle('POST /session/{id}/end', async ({ login, params }) => {
    await endOwnSession(operators, login, params.id)
    return { data: { result: true as const } }
  })
  api.handle('POST /session/proof/code', async ({ login, body, reply }) =>
    respondLoggedIn(deps, reply, await proveByCode(operators, login, body.code)),
  )
  api.handle('POST /session/proof/passkey/options', async ({ login }) => ({
    data: { result: await createReauthenticationOptions(operators, login) },
  }))
  api.handle('POST /session/proof/passkey', async ({ login, body, reply }) =>
    respondLoggedIn(deps, reply, await proveByPasskey(operators, login, body.passkey)),
  )
  api.handle('PUT /session/language', async ({ login, body: { language } }) => {
    await setLanguage(operators, login.operator.id, language)
    const operator = { ...login.operator, language }
    return { data: { result: describeMe(deps, { ...login, operator }) } }
  })
  api.handle('PUT /session/profile', async ({ login, body, operation }) => {
    await setProfile(operators, login.operator.id, body, operation)
    const operator = { ...login.operator, ...body }
    return { data: { result: describeMe(deps, { ...login, operator }) } }
  })
  api.handle('PUT /session/weekly-report', async ({ login, body: { isOn } }) => {
    await setWeeklyReport(operators, login.operator.id, isOn)
    const operator = { ...login.operator, hasWeeklyReport: isOn }
    return { data: { result: describeMe(deps, { ...login, operator }) } }
  })
  api.handle('POST /session/recovery-codes', async ({ login, operation }) => ({
    data: { result: { recoveryCodes: await renewRecoveryCodes(operators, login.operator.id, operation) } },
  }))
}

function registerTwoFactor(api: OperatorApi, { operators }: SessionDeps): void {
  const respond = async (id: string) => ({ data: { result: await readTwoFactor(operators, id) } })
  api.handle('GET /session/second-factors', ({ login }) => respond(login.operator.id))
  api.handle('POST /session/app', async ({ login }) => ({
    data: { result: startNewApp(operators, login.operator) },
  }))
  api.handle('POST /session/app/code', async ({ login: { operator }, body, operation }) => {
    await confirmNewApp(operators, operator.id, body, operation)
    return respond(operator.id)
  })
  api.handle('DELETE /session/app', async ({ login: { operator }, operation }) => {
    await removeApp(operators, operator.id, operation)
    return respond(operator.id)
  })
  api.handle('POST /session/passkeys/options', async ({ login }) => ({
    data: { result: await createNewPasskeyOptions(operators, login.operator) },
  }))
  api.handle('POST /session/passkeys', async ({ login: { operator }, body, operation }) => {
    const passkey = { name: body.name, response: body.passkey }
    await addPasskey(operators, operator.id, passkey, operation)
    return respond(operator.id)
  })
  api.handle('DELETE /session/passkeys/{id}', async ({ login: { operator }, params, operation }) => {
    await removePasskey(operators, operator.id, params.id, operation)
    return respond(operator.id)
  })
}

async function respondLoggedIn(
  deps: SessionDeps,
  reply: FastifyReply,
  { token }: Pick<LoggedInOperator, 'token'>,
): Promise<OperatorRouteResponse<'GET /session'>> {
  const login = await deps.authenticateToken(token)
  if (!login) throw new Error('A new operator session cannot be read')
  reply.header('set-cookie', serializeSessionCookies(deps.operators.config, token))
  return { data: { result: describeMe(deps, login) } }
}

function describeMe(
  { operators: { config }, catalogue }: SessionDeps,
  { operator, session, grants }: AuthenticatedOperator,
): OperatorMe {
  const held = permissions
    .map((permission) => [permission, listPermittedProjects(grants, permission)] as const)
    .filter(([, projects]) => projects.length > 0)
  const visible = listPermittedProjects(grants, 'home.read')
  const { language } = operator
  const projects = catalogue
    .projects()
    .filter(({ id }) => visible === '*' || visible.includes(id))
    .map(({ id, name }) => ({ id, name: name[language] ?? id }))
  return {
    ...operator,
    environment: config.mode,
    timeZone: catalogue.content().hub.timeZone,
    grants,
    permissions: Object.fromEntries(held),
    refundLimits: listRefundLimits(catalogue, grants),
    refundHoldMinutes: catalogue.content().hub.console.refundHoldMinutes,
    projects,
    provedUntil: session.provedUntil,
    sessionEndsAt: session.expiresAt,
  }
}
