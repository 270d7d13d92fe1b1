import type { OperatorMe, OperatorRouteResponse } from '@playhub/contract/operator'
import { listPermittedProjects, permissions } from '@playhub/contract/operator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Catalogue } from '../catalogue/index.ts'
import {
  type AuthenticatedOperator,
  addFirstPasskey,
  addPasskey,
  completePasswordLogin,
  confirmApp,
  confirmNewApp,
  createNewPasskeyOptions,
  createPasskeyLoginOptions,
  createPasskeyOptions,
  createPasskeyProofOptions,
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
  readSecondFactors,
  readSetUp,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
  serializeSessionCookies,
  setLanguage,
  startApp,
  startNewApp,
  startPasswordLogin,
} from '../operators/index.ts'
import type { OperatorApi } from './frame/operator-api.ts'
import { getRefundLimits, listLimits, readRefundLimits } from './refund-limits.ts'

export type SessionDeps = {
  operators: OperatorDeps
  catalogue: Pick<Catalogue, 'projects' | 'content'>
  /** The operator of a token that a login or a proof has just issued. */
  authenticateToken: (token: string) => Promise<AuthenticatedOperator | undefined>
  toIp: (request: FastifyRequest) => string
}

/** Login, set-up and the operator's own sessions. */
export function registerSessionRoutes(api: OperatorApi, deps: SessionDeps): void {
  registerLogin(api, deps)
  registerSetUp(api, deps)
  registerOwnSessions(api, deps)
  registerSecondFactors(api, deps)
}

function registerLogin(api: OperatorApi, deps: SessionDeps): void {
  const { operators } = deps
  const toClient = (request: FastifyRequest): OperatorClient => ({
    ip: deps.toIp(request),
    userAgent: request.headers['user-agent'] ?? '',
    isAborted: () => request.socket.destroyed,
  })
  api.handle('POST /session/password', async ({ body, request }) => ({
    data: { result: await startPasswordLogin(operators, body, toClient(request)) },
  }))
  api.handle('POST /session/code', async ({ body, request, reply }) =>
    respondLoggedIn(deps, reply, await completePasswordLogin(operators, body, toClient(request))),
  )
  api.handle('POST /session/recovery-code', async ({ body, request, reply }) =>
    respondLoggedIn(deps, reply, await completePasswordLogin(operators, body, toClient(request))),
  )
  api.handle('POST /session/passkey/options', async () => ({
    data: { result: await createPasskeyLoginOptions(operators) },
  }))
  api.handle('POST /session/passkey', async ({ body, request, reply }) =>
    respondLoggedIn(deps, reply, await logInByPasskey(operators, body.passkey, toClient(request))),
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
  api.handle('POST /session/{id}/end', async ({ login, params }) => {
    await endOwnSession(operators, login, params.id)
    return { data: { result: true as const } }
  })
  api.handle('POST /session/proof/code', async ({ login, body, reply }) =>
    respondLoggedIn(deps, reply, await proveByCode(operators, login, body.code)),
  )
  api.handle('POST /session/proof/passkey/options', async ({ login }) => ({
    data: { result: await createPasskeyProofOptions(operators, login) },
  }))
  api.handle('POST /session/proof/passkey', async ({ login, body, reply }) =>
    respondLoggedIn(deps, reply, await proveByPasskey(operators, login, body.passkey)),
  )
  api.handle('PUT /session/language', async ({ login, body: { language } }) => {
    await setLanguage(operators, login.operator.id, language)
    const operator = { ...login.operator, language }
    return { data: { result: describeMe(deps, { ...login, operator }) } }
  })
  api.handle('POST /session/recovery-codes', async ({ login, operation }) => ({
    data: { result: { recoveryCodes: await renewRecoveryCodes(operators, login.operator.id, operation) } },
  }))
}

function registerSecondFactors(api: OperatorApi, { operators }: SessionDeps): void {
  const respond = async (id: string) => ({ data: { result: await readSecondFactors(operators, id) } })
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
  const limits = getRefundLimits(readRefundLimits(catalogue), { grants }, null)
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
    refundLimits: limits && listLimits(limits),
    projects,
    provedUntil: session.provedUntil,
  }
}
