import type { OperatorWebhook } from '@playhub/contract/operator'
import type { Catalogue } from '../catalogue/index.ts'
import {
  createProjectKey,
  listProjectKeys,
  type ProjectKey,
  revokeProjectKey,
} from '../game-server-api/index.ts'
import {
  countUndelivered,
  findWebhook,
  listDeliveries,
  listDeliveriesByWebhook,
  listProjectWebhooks,
  pauseWebhooks,
  pingGameServer,
  readGameServer,
  resendAllWebhooks,
  resendWebhook,
  resumeWebhooks,
} from '../payments/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { Refusal } from '../platform/refusal.ts'
import type { OperatorApi, Scope } from './frame/operator-api.ts'
import { toRange } from './frame/scope.ts'

type Deps = { db: Db; clock: Clock; jobs: Jobs; config: HubConfig; catalogue: Catalogue }

export function registerGameServerRoutes(api: OperatorApi, deps: Deps): void {
  const { db } = deps

  api.handle('GET /game-servers', async ({ scope, login }) => {
    const projects = deps.catalogue.projects().filter(({ id }) => isInScope(scope, id))
    const servers = projects.map(async ({ id, name }) => ({
      ...(await readGameServer(deps, id)),
      name: name[login.operator.language] ?? id,
    }))
    return { data: { result: await Promise.all(servers) } }
  })
  api.handle('GET /game-servers/{project}/webhooks', async ({ scope, params, query }) => {
    const project = expectProject(deps, scope, params.project)
    const { state = ['waiting', 'delivered', 'dead'], cursor, limit } = query
    const { rows, lastScanned } = await listProjectWebhooks(db, { project, states: state, cursor, limit })
    const nextCursor = lastScanned?.id ?? (rows.length === limit ? (rows.at(-1)?.id ?? null) : null)
    return {
      data: { result: rows.map(toOperatorWebhook), nextCursor, scannedTo: lastScanned?.createdAt ?? null },
    }
  })
  api.handle('GET /game-servers/{project}/deliveries', async ({ scope, params, query }) => {
    const project = expectProject(deps, scope, params.project)
    const { timeZone } = deps.catalogue.content().hub
    const { outcome, from, to, cursor, limit } = query
    const range = toRange({ from, to }, timeZone)
    const rows = await listDeliveries(db, { project, outcome, ...range, cursor, limit })
    const nextCursor = rows.length === limit ? (rows.at(-1)?.id ?? null) : null
    return { data: { result: rows, nextCursor, scannedTo: null } }
  })
  api.handle('GET /webhooks/{id}', async ({ scope, params }) => {
    const webhook = await expectWebhook(db, scope, params.id)
    const deliveries = await listDeliveriesByWebhook(db, [webhook.id])
    return { data: { result: { ...toOperatorWebhook(webhook), body: webhook.body, deliveries } } }
  })
  api.handle('POST /webhooks/{id}/resend', async ({ scope, params, operation }) => {
    await expectWebhook(db, scope, params.id)
    await resendWebhook(deps, params.id, operation)
    return { data: { result: toOperatorWebhook(await expectWebhook(db, scope, params.id)) } }
  })
  api.handle('POST /game-servers/{project}/resend', async ({ scope, params, body, operation }) => {
    const project = expectProject(deps, scope, params.project)
    if (!deps.catalogue.project(project)?.webhookUrl) throw new Refusal('WEBHOOKS_NOT_SET_UP')
    const { waiting, dead, oldestWaitingAt: oldestAt } = await countUndelivered(db, project)
    if (body.dryRun) return { data: { result: { waiting, dead, oldestAt } } }
    const sent = await resendAllWebhooks(deps, project, operation)
    return { data: { result: { ...sent, oldestAt } } }
  })
  api.handle('POST /game-servers/{project}/test', async ({ scope, params }) => {
    const project = expectProject(deps, scope, params.project)
    const { isTaken, status, reason } = await pingGameServer(deps, project)
    return { data: { result: { isDelivered: isTaken, status, error: reason } } }
  })
  api.handle('POST /game-servers/{project}/pause', async ({ scope, params, operation }) => {
    await pauseWebhooks(deps, expectProject(deps, scope, params.project), operation)
    return { data: { result: true as const } }
  })
  api.handle('POST /game-servers/{project}/resume', async ({ scope, params, operation }) => {
    await resumeWebhooks(deps, expectProject(deps, scope, params.project), operation)
    return { data: { result: true as const } }
  })
  registerKeyRoutes(api, deps)
}

function registerKeyRoutes(api: OperatorApi, deps: Deps): void {
  api.handle('GET /game-servers/{project}/keys', async ({ scope, params }) => {
    const project = expectProject(deps, scope, params.project)
    return { data: { result: (await listProjectKeys(deps, project)).map(toDetails) } }
  })
  api.handle('POST /game-servers/{project}/keys', async ({ scope, params, body, operation }) => {
    const project = expectProject(deps, scope, params.project)
    const { name, expiresAt, scope: keyScope } = body
    const given = { project, name, expiresAt, scope: keyScope }
    const { key, ...details } = await createProjectKey(deps, given, operation)
    return { data: { result: { key, details: toDetails(details) } } }
  })
  api.handle('POST /keys/{id}/revoke', async ({ scope, params, operation }) => {
    const projects = scope === '*' ? undefined : scope
    if (!(await revokeProjectKey(deps, params.id, operation, projects))) throw new Refusal('KEY_NOT_FOUND')
    return { data: { result: true as const } }
  })
}

const isInScope = (scope: Scope, project: string) => scope === '*' || scope.includes(project)

function expectProject({ catalogue }: Deps, scope: Scope, project: string): string {
  if (!catalogue.project(project) || !isInScope(scope, project)) throw new Refusal('PROJECT_NOT_FOUND')
  return project
}

async function expectWebhook(db: Db, scope: Scope, id: string) {
  const webhook = await findWebhook(db, id)
  if (!webhook || !isInScope(scope, webhook.project)) throw new Refusal('WEBHOOK_NOT_FOUND')
  return webhook
}

function toOperatorWebhook(webhook: OperatorWebhook & { nextTryAt: number | null }): OperatorWebhook {
  const { id, orderId, playerId, project, type, state, attempts, lastError, createdAt, deliveredAt } = webhook
  const nextTryAt = state === 'waiting' ? webhook.nextTryAt : null
  return {
    id,
    orderId,
    playerId,
    project,
    type,
    state,
    attempts,
    lastError,
    nextTryAt,
    createdAt,
    deliveredAt,
  }
}

function toDetails({ project: _, ...key }: ProjectKey) {
  return key
}
