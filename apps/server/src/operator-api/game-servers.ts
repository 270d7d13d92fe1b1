import type { Catalogue } from '../catalogue/index.ts'
import {
  createProjectKey,
  listProjectKeys,
  type ProjectKey,
  revokeProjectKey,
} from '../game-server-api/project-keys.ts'
import { readGameServer } from '../payments/game-webhooks/overview.ts'
import { pauseWebhooks, resumeWebhooks } from '../payments/game-webhooks/pause.ts'
import {
  listDeadWebhooks,
  listWaitingWebhooks,
  pingGameServer,
  resendAllWebhooks,
  resendWebhook,
} from '../payments/game-webhooks/resend.ts'
import {
  createWebhookSecret,
  listWebhookSecrets,
  revokeWebhookSecret,
  type WebhookSecret,
} from '../payments/game-webhooks/webhook-secrets.ts'
import { toOperatorWebhook } from '../payments/operator/operator-webhook.ts'
import { listDeliveries, listDeliveriesByWebhook } from '../payments/records/delivery-store.ts'
import { countUndelivered, findWebhook, listProjectWebhooks } from '../payments/records/webhook-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { type HubConfig, webhookSecretVariable } from '../platform/hub-config.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { Refusal } from '../platform/refusal.ts'
import type { OperatorApi, Scope } from './frame/operator-api.ts'
import { limitProjects, toRange } from './frame/scope.ts'

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
    const project = expectInScope(scope, params.project)
    const { outcome, from, to, cursor, limit } = query
    const range = toRange({ from, to }, () => deps.catalogue.content().hub.timeZone)
    const rows = await listDeliveries(db, { project, outcome, ...range, cursor, limit })
    const nextCursor = rows.length === limit ? (rows.at(-1)?.id ?? null) : null
    return { data: { result: rows, nextCursor, scannedTo: null } }
  })
  api.handle('GET /webhooks', async ({ scope, query: { state, project, limit } }) => {
    const projects = limitProjects(scope, project)
    const rows = await (state === 'dead' ? listDeadWebhooks : listWaitingWebhooks)(db, { projects, limit })
    return { data: { result: rows.map(toOperatorWebhook) } }
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
    const project = expectInScope(scope, params.project)
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
    const project = expectProject(deps, scope, params.project)
    return { data: { result: await pauseWebhooks(deps, project, operation) } }
  })
  api.handle('POST /game-servers/{project}/resume', async ({ scope, params, operation }) => {
    const project = expectProject(deps, scope, params.project)
    return { data: { result: await resumeWebhooks(deps, project, operation) } }
  })
  registerKeyRoutes(api, deps)
  registerSecretRoutes(api, deps)
}

function registerKeyRoutes(api: OperatorApi, deps: Deps): void {
  api.handle('GET /game-servers/{project}/keys', async ({ scope, params }) => {
    const project = expectInScope(scope, params.project)
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

function registerSecretRoutes(api: OperatorApi, deps: Deps): void {
  const { config } = deps
  api.handle('GET /game-servers/{project}/secrets', async ({ scope, params }) => {
    const project = expectInScope(scope, params.project)
    const secrets = (await listWebhookSecrets(deps, project)).map(toSecretDetails)
    const name = webhookSecretVariable(project)
    const isSet = config.webhookSecretVariables.includes(name)
    const given = config.getWebhookSecrets(project)
    const variable = { name, count: isSet ? given.length : 0 }
    return { data: { result: { secrets, variable, sandboxSecret: isSet ? null : (given[0] ?? null) } } }
  })
  api.handle('POST /game-servers/{project}/secrets', async ({ scope, params, body, operation }) => {
    const project = expectProject(deps, scope, params.project)
    const created = await createWebhookSecret(deps, { project, overlapDays: body.overlapDays }, operation)
    return { data: { result: { secret: created.secret, details: toSecretDetails(created) } } }
  })
  api.handle('POST /secrets/{id}/revoke', async ({ scope, params, operation }) => {
    const projects = scope === '*' ? undefined : scope
    if (!(await revokeWebhookSecret(deps, params.id, operation, projects)))
      throw new Refusal('SECRET_NOT_FOUND')
    return { data: { result: true as const } }
  })
}

const isInScope = (scope: Scope, project: string) => scope === '*' || scope.includes(project)

function expectProject({ catalogue }: Deps, scope: Scope, project: string): string {
  if (!catalogue.project(project)) throw new Refusal('PROJECT_NOT_FOUND')
  return expectInScope(scope, project)
}

/** A project that has left the content still has keys, secrets, webhooks and deliveries. */
function expectInScope(scope: Scope, project: string): string {
  if (!isInScope(scope, project)) throw new Refusal('PROJECT_NOT_FOUND')
  return project
}

async function expectWebhook(db: Db, scope: Scope, id: string) {
  const webhook = await findWebhook(db, id)
  if (!webhook || !isInScope(scope, webhook.project)) throw new Refusal('WEBHOOK_NOT_FOUND')
  return webhook
}

function toSecretDetails({ id, createdAt, endsAt }: WebhookSecret) {
  return { id, createdAt, endsAt }
}

function toDetails({ project: _, ...key }: ProjectKey) {
  return key
}
