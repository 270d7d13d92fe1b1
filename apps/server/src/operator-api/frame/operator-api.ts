import {
  type AnyRefusalCode,
  listPermittedProjects,
  type OperatorRoute,
  type OperatorRouteKey,
  type OperatorRouteParts,
  type OperatorRouteResponse,
  operatorRoutes,
  type Permission,
} from '@playhub/contract/operator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { AuthenticatedOperator } from '../../operators/index.ts'
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import { contractRoute } from '../../platform/http/contract-route.ts'
import { readIdempotencyKey, runIdempotently } from '../../platform/http/idempotency/idempotency.ts'
import { Refusal } from '../../platform/refusal.ts'
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
  /** For the audit log; with the reason from the body. */
  operation: Operation
  /** Empty unless the route is idempotent. */
  idempotencyKey: string
  /** Tells if the operator holds a permission: in a project, or in any when it is left out. */
  can(permission: Permission, project?: string | null): boolean
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<K extends OperatorRouteKey> = (call: OperatorCall<K>) => Promise<OperatorRouteResponse<K>>

/** Registers handlers for calls by staff. */
export type OperatorApi = {
  handle<K extends OperatorRouteKey>(key: K, handler: Handler<K>): void
  /** Streams rows as CSV, with a column for each field of the schema. The audit log gets the filter and the count. */
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
  /** How the operator can prove their presence. */
  listMethods: (operatorId: string) => Promise<string[]>
  toIp: (request: FastifyRequest) => string
}

/** Adds sessions, permissions, proofs, idempotency keys, masking and the audit of refusals to calls by staff. */
export function createOperatorApi(scope: FastifyInstance, deps: Deps): OperatorApi {
  function handle<K extends OperatorRouteKey>(key: K, handler: Handler<K>): void {
    const route: OperatorRoute = operatorRoutes[key]
    scope.route({
      ...contractRoute(key, route),
      handler: async (request, reply) => {
        const call = await openCall(deps, key, request, reply)
        reply.header('cache-control', 'no-store')
        const response = await runCall(deps, key, call, reply, handler)
        return showsPersonal(call) ? response : maskPersonal(route.response, response)
      },
    })
  }

  function exportRows<K extends OperatorRouteKey, Row extends z.ZodObject>(
    key: K,
    row: Row,
    list: (call: OperatorCall<K>) => AsyncIterable<z.output<Row>>,
  ): void {
    const { response: _, ...options } = contractRoute(key, operatorRoutes[key]).schema as {
      response: unknown
    }
    scope.route({
      ...contractRoute(key, operatorRoutes[key]),
      schema: options,
      handler: async (request, reply) => {
        const call = await openCall(deps, key, request, reply)
        const isMasked = !showsPersonal(call)
        const toRow = (given: z.output<Row>) =>
          (isMasked ? maskPersonal(row, given) : given) as Record<string, unknown>
        const subject = key.replace(/^GET \//, '')
        const record = (after: object) => recordCall(deps, call, { action: 'list.export', subject, after })
        await record({ filter: request.query })
        return sendCsv(reply, {
          name: subject.replace('/export', '').replaceAll('/', '-'),
          language: (call.login as AuthenticatedOperator).operator.language,
          columns: Object.keys(row.shape),
          rows: list(call),
          toRow,
          onEnd: (rows) => record({ rows }),
        })
      },
    })
  }

  return { handle, export: exportRows }
}

/**
 * @throws Refusal OPERATOR_UNAUTHORIZED without a session, OPERATOR_FORBIDDEN without the permission, PROOF_REQUIRED
 *   when the last two-factor or passkey check is too old
 */
async function openCall<K extends OperatorRouteKey>(
  deps: Deps,
  key: K,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OperatorCall<K>> {
  const { permission, needsProof = false }: OperatorRoute = operatorRoutes[key]
  if (permission === 'public') return createPublicCall(request, reply)
  const login = await deps.authenticate(request)
  if (!login) throw new Refusal('OPERATOR_UNAUTHORIZED')
  const call = createCall<K>(deps, { request, reply, login }, permission)
  if (call.scope.length === 0) await refuse(deps, call, key, new Refusal('OPERATOR_FORBIDDEN'))
  if (needsProof && !login.hasRecentProof)
    throw new Refusal('PROOF_REQUIRED', { methods: await deps.listMethods(login.operator.id) })
  return call
}

function createPublicCall<K extends OperatorRouteKey>(
  request: FastifyRequest,
  reply: FastifyReply,
): OperatorCall<K> {
  const { params, query, body } = request
  const can = () => false
  return { params, query, body, request, reply, scope: [], can } as unknown as OperatorCall<K>
}

function createCall<K extends OperatorRouteKey>(
  { toIp }: Deps,
  { request, reply, login }: { request: FastifyRequest; reply: FastifyReply; login: AuthenticatedOperator },
  permission: OperatorRoute['permission'],
): OperatorCall<K> {
  const { params, query, body } = request
  const { operator, session, grants } = login
  const { reason = null } = (body ?? {}) as { reason?: string }
  const isAnyones = permission === 'self' || permission === 'public'
  return {
    ...{ params, query, body, login, request, reply },
    scope: isAnyones ? '*' : listPermittedProjects(grants, permission),
    operation: {
      operator: operator.name,
      operatorId: operator.id,
      sessionId: session.id,
      ip: toIp(request),
      reason,
    },
    idempotencyKey: readIdempotencyKey(request) ?? '',
    can: (wanted: Permission, project?: string | null) => {
      const permitted = listPermittedProjects(grants, wanted)
      if (permitted === '*' || project === undefined) return permitted.length > 0
      return project !== null && permitted.includes(project)
    },
  } as unknown as OperatorCall<K>
}

/** Personal data is shown when the operator may see it in every project that the call can reach. */
function showsPersonal({
  login,
  scope,
}: {
  login: AuthenticatedOperator | undefined
  scope: Scope
}): boolean {
  if (!login) return true
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
  const { isIdempotent = false }: OperatorRoute = operatorRoutes[key]
  try {
    if (!isIdempotent) return await handler(call)
    if (call.idempotencyKey === '') throw new Refusal('IDEMPOTENCY_KEY_REQUIRED')
    const { method, url, body } = call.request
    const project = `operator:${call.operation.operatorId}`
    const idempotent = { project, idempotencyKey: call.idempotencyKey, request: { method, url, body } }
    const { response, isReplayed } = await runIdempotently(deps, idempotent, () => handler(call))
    if (isReplayed) reply.header('idempotency-replayed', 'true')
    return response
  } catch (error) {
    if (error instanceof Refusal && audited.has(error.code)) await refuse(deps, call, key, error)
    throw error
  }
}

/** Refusals that tell of rights, and so belong in the audit log. */
const audited = new Set<AnyRefusalCode>(['OPERATOR_FORBIDDEN', 'REFUND_LIMIT_EXCEEDED', 'LAST_OWNER'])

async function refuse<K extends OperatorRouteKey>(
  deps: Deps,
  call: OperatorCall<K>,
  key: K,
  refusal: Refusal,
): Promise<never> {
  const { id = '' } = (call.params ?? {}) as { id?: string }
  const after = { call: key, refusal: refusal.code }
  await recordCall(deps, call, { action: 'call.refused', subject: id, after, outcome: 'refused' })
  throw refusal
}

function recordCall<K extends OperatorRouteKey>(
  { db, clock }: Deps,
  { operation }: OperatorCall<K>,
  change: { action: string; subject: string; after: object; outcome?: 'refused' },
): Promise<void> {
  return transact(db, (tx) => recordOperation(tx, operation, { ...change, at: clock.now() }))
}
