import {
  type AnyRefusalCode,
  isHubWide,
  listPermittedProjects,
  type OperatorRoute,
  type OperatorRouteKey,
  type OperatorRouteParts,
  type OperatorRouteResponse,
  operatorRoutes,
  type Permission,
  rolesByPermission,
  type SessionEnd,
} from '@playhub/contract/operator'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type * as z from 'zod'
import type { AuthenticatedOperator } from '../../operators/index.ts'
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import { contractRoute } from '../../platform/http/contract-route.ts'
import { readIdempotencyKey, runIdempotently } from '../../platform/http/idempotency/idempotency.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ExportColumn } from '../exports/columns.ts'
import { createFileName, type ExportFilter } from '../exports/file-name.ts'
import { sendCsv } from './csv.ts'
import { maskPersonal } from './mask.ts'

/** Projects in which the operator holds a call's permission; `*` is every project. */
export type Scope = string[] | '*'

type IsPublic<K extends OperatorRouteKey> = (typeof operatorRoutes)[K]['permission'] extends 'public'
  ? true
  : false

export type OperatorCall<K extends OperatorRouteKey> = OperatorRouteParts<K> & {
  login: IsPublic<K> extends true ? undefined : AuthenticatedOperator
  /** Lists are filtered by it; an object outside it does not exist for the caller. */
  scope: Scope
  /** Written to the audit log, with the reason from the body. */
  operation: Operation
  /** Empty unless the route is idempotent. */
  idempotencyKey: string
  /** Tells if the operator holds a permission: in a project, or in any when it is left out. */
  can(permission: Permission, project?: string | null): boolean
  /** Asks for a recent two-factor or passkey check. @throws Refusal PROOF_REQUIRED */
  prove(): Promise<void>
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<K extends OperatorRouteKey> = (call: OperatorCall<K>) => Promise<OperatorRouteResponse<K>>

/** Registers handlers for calls by staff. */
export type OperatorApi = {
  handle<K extends OperatorRouteKey>(key: K, handler: Handler<K>): void
  /** Streams rows as CSV, with a column for each field of the schema. The audit log gets the masked filter and the count. */
  export<K extends OperatorRouteKey, Row extends z.ZodObject>(
    key: K,
    row: Row,
    list: (call: OperatorCall<K>) => AsyncIterable<z.output<Row>>,
  ): void
}

type Deps = {
  db: Db
  clock: Clock
  /** @returns undefined without a valid session */
  authenticate: (request: FastifyRequest) => Promise<AuthenticatedOperator | undefined>
  findSessionEnd: (request: FastifyRequest) => Promise<SessionEnd | undefined>
  /** The operator's ways to reauthenticate. */
  listMethods: (operatorId: string) => Promise<string[]>
  toIp: (request: FastifyRequest) => string
  /** The publisher's, named in exported files. */
  getTimeZone: () => string
}

/** Adds sessions, permissions, reauthentication, idempotency keys, masking and the audit of refusals to calls by staff. */
export function createOperatorApi(scope: FastifyInstance, deps: Deps): OperatorApi {
  const logins = new WeakMap<FastifyRequest, AuthenticatedOperator>()
  /**
   * Decides after the rate limit, and before the body is read and checked, so only operators learn what a call
   * takes.
   */
  const authorized = (key: OperatorRouteKey) => {
    const route: OperatorRoute = operatorRoutes[key]
    return {
      ...contractRoute(key, route),
      ...(route.bodyBytes !== undefined && { bodyLimit: route.bodyBytes }),
      preParsing: async (request: FastifyRequest) => {
        const login = await authorize(deps, key, request)
        if (login) logins.set(request, login)
      },
    }
  }
  const openCall = <K extends OperatorRouteKey>(key: K, request: FastifyRequest, reply: FastifyReply) =>
    createCall(deps, key, { request, reply, login: logins.get(request) })

  function handle<K extends OperatorRouteKey>(key: K, handler: Handler<K>): void {
    const options: RouteOptions = {
      ...authorized(key),
      handler: async (request, reply) => {
        const call = openCall(key, request, reply)
        reply.header('cache-control', 'no-store')
        const response = await runCall(deps, key, call, reply, handler)
        const { isPicture = false }: OperatorRoute = operatorRoutes[key]
        return isPicture || showsPersonal(key, call)
          ? response
          : maskPersonal(operatorRoutes[key].response, response)
      },
    }
    scope.route(options)
    if (key.endsWith('{path}')) scope.route(withSlashes(options))
  }

  function exportRows<K extends OperatorRouteKey, Row extends z.ZodObject>(
    key: K,
    row: Row,
    list: (call: OperatorCall<K>) => AsyncIterable<z.output<Row>>,
  ): void {
    const { schema, ...options } = authorized(key)
    const { response: _, ...requestSchema } = schema as { response: unknown }
    scope.route({
      ...options,
      schema: requestSchema,
      handler: async (request, reply) => {
        const call = openCall(key, request, reply)
        const isMasked = !showsPersonal(key, call)
        const toRow = (given: z.output<Row>) =>
          (isMasked ? maskPersonal(row, given) : given) as Record<string, unknown>
        const { query }: OperatorRoute = operatorRoutes[key]
        const subject = key.replace(/^GET \//, '')
        const record = (after: object) =>
          recordCall(deps, call.operation, { action: 'list.export', subject, after })
        await record({ filter: maskPersonal(query, request.query) })
        return sendCsv(reply, {
          name: createFileName(
            subject.replace('/export', '').replaceAll('/', '-'),
            request.query as ExportFilter,
            {
              projects: call.scope === '*' ? undefined : call.scope,
              zone: deps.getTimeZone(),
              now: deps.clock.now(),
            },
          ),
          language: (call.login as AuthenticatedOperator).operator.language,
          columns: Object.keys(row.shape) as ExportColumn[],
          rows: list(call),
          toRow,
          onEnd: (rows) => record({ rows }),
        })
      },
    })
  }

  return { handle, export: exportRows }
}

/** The same call with a path whose slashes are not escaped. The reference has it once. */
function withSlashes({ url, config: _, preParsing, ...options }: RouteOptions): RouteOptions {
  return {
    ...options,
    url: url.replace(/:path$/, '*'),
    ...(preParsing && { preParsing }),
    preValidation: async (request) => {
      const { '*': path, ...params } = request.params as Record<string, string>
      request.params = { ...params, path }
    },
  }
}

/**
 * @returns  Undefined for public calls.
 * @throws Refusal OPERATOR_UNAUTHORIZED without a session, OPERATOR_FORBIDDEN without the permission, PROOF_REQUIRED
 *   when the last two-factor or passkey check is too old
 */
async function authorize(
  deps: Deps,
  key: OperatorRouteKey,
  request: FastifyRequest,
): Promise<AuthenticatedOperator | undefined> {
  const { permission, needsReauthentication = false }: OperatorRoute = operatorRoutes[key]
  if (permission === 'public') return undefined
  const login = await deps.authenticate(request)
  if (!login) {
    const ended = await deps.findSessionEnd(request)
    throw new Refusal('OPERATOR_UNAUTHORIZED', ended && { ended })
  }
  if (permission !== 'self' && listScope(login, permission).length === 0) {
    const details = { roles: rolesByPermission[permission], isHubWide: isHubWide(permission) }
    const refusal = new Refusal('OPERATOR_FORBIDDEN', details)
    await recordRefusal(deps, key, request, login, refusal)
    throw refusal
  }
  if (needsReauthentication) await requireReauthentication(deps, login)
  return login
}

async function requireReauthentication(
  deps: Deps,
  { operator, hasRecentReauthentication }: AuthenticatedOperator,
): Promise<void> {
  if (!hasRecentReauthentication)
    throw new Refusal('PROOF_REQUIRED', { methods: await deps.listMethods(operator.id) })
}

const listScope = ({ grants }: AuthenticatedOperator, permission: Permission | 'self'): Scope =>
  permission === 'self' ? '*' : listPermittedProjects(grants, permission)

type Opened = { request: FastifyRequest; reply: FastifyReply; login: AuthenticatedOperator | undefined }

function createCall<K extends OperatorRouteKey>(
  deps: Deps,
  key: K,
  { request, reply, login }: Opened,
): OperatorCall<K> {
  const { permission }: OperatorRoute = operatorRoutes[key]
  const { params, query, body } = request
  const parts = { params, query, body, request, reply, login }
  if (!login || permission === 'public')
    return { ...parts, scope: [], can: () => false, prove: async () => {} } as unknown as OperatorCall<K>
  return {
    ...parts,
    scope: listScope(login, permission),
    operation: toOperation(deps, request, login),
    idempotencyKey: readIdempotencyKey(request) ?? '',
    prove: () => requireReauthentication(deps, login),
    can: (wanted: Permission, project?: string | null) => {
      const permitted = listPermittedProjects(login.grants, wanted)
      if (permitted === '*' || project === undefined) return permitted.length > 0
      return project !== null && permitted.includes(project)
    },
  } as unknown as OperatorCall<K>
}

function toOperation(
  { toIp }: Deps,
  request: FastifyRequest,
  { operator, session }: AuthenticatedOperator,
): Operation {
  const { reason = null } = (request.body ?? {}) as { reason?: string }
  const { id: operatorId, name } = operator
  return { operator: name, operatorId, sessionId: session.id, ip: toIp(request), reason }
}

/**
 * Personal data is shown when the operator may see it in every project in the call's scope. Calls about the own login
 * hold no player's data, but keys and emails, which must stay intact.
 */
function showsPersonal(
  key: OperatorRouteKey,
  { login, scope }: { login: AuthenticatedOperator | undefined; scope: Scope },
): boolean {
  if (!login || operatorRoutes[key].permission === 'self') return true
  const permitted = listPermittedProjects(login.grants, 'personal')
  if (permitted === '*' || scope === '*') return permitted === '*'
  return scope.every((project) => permitted.includes(project))
}

async function runCall<K extends OperatorRouteKey>(
  deps: Deps,
  key: K,
  call: OperatorCall<K>,
  reply: FastifyReply,
  handler: Handler<K>,
): Promise<OperatorRouteResponse<K>> {
  const { isIdempotent = false, shownOnce }: OperatorRoute = operatorRoutes[key]
  try {
    if (!isIdempotent) return await handler(call)
    if (call.idempotencyKey === '') throw new Refusal('IDEMPOTENCY_KEY_REQUIRED')
    const { method, url, body } = call.request
    const project = `operator:${call.operation.operatorId}`
    const idempotent = {
      project,
      idempotencyKey: call.idempotencyKey,
      request: { method, url, body },
      shownOnce,
    }
    const { response, isReplayed } = await runIdempotently(deps, idempotent, () => handler(call))
    if (isReplayed) reply.header('idempotency-replayed', 'true')
    return response
  } catch (error) {
    if (call.login && error instanceof Refusal && audited.has(error.code))
      await recordRefusal(deps, key, call.request, call.login, error)
    throw error
  }
}

/** Refusals about rights, kept in the audit log. */
const audited = new Set<AnyRefusalCode>([
  ...(['REFUND_LIMIT_EXCEEDED', 'GRANT_LIMIT_EXCEEDED', 'GRANTS_TOO_MANY', 'LAST_OWNER'] as const),
])

function recordRefusal(
  deps: Deps,
  key: OperatorRouteKey,
  request: FastifyRequest,
  login: AuthenticatedOperator,
  { code }: Refusal,
): Promise<void> {
  const { id = '' } = (request.params ?? {}) as { id?: string }
  const change = { action: 'call.refused', subject: id, after: { call: key, refusal: code } }
  return recordCall(deps, toOperation(deps, request, login), { ...change, outcome: 'refused' })
}

function recordCall(
  { db, clock }: Deps,
  operation: Operation,
  change: { action: string; subject: string; after: object; outcome?: 'refused' },
): Promise<void> {
  return transact(db, (tx) => recordOperation(tx, operation, { ...change, at: clock.now() }))
}
