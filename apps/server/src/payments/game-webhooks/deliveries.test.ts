import { expect } from 'vitest'
import { explainQueries } from '../../../test/support/explain-queries.ts'
import { filePaid, gameServerTest as test } from '../../../test/support/payments/game-server.ts'
import { readOnHub, runOnHub } from '../../../test/support/run-on-hub.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import { newIdAt } from '../../platform/ids.ts'
import { listDeliveries, listDeliveriesByWebhook } from '../records/delivery-store.ts'
import { readGameServer } from './overview.ts'
import { pingGameServer, resendWebhook } from './resend.ts'

const project = 'islandm3'
const operation = { operator: 'olga', reason: 'The game is updated' }

const runJson = async (hub: TestHub, args: string) => await readOnHub(hub, `${args}`)

test('each try is recorded with its status, its duration, what asked for it and how a refusal begins', async ({
  game,
  hub,
}) => {
  const { db } = hub.context
  const responses = [
    { status: 503, text: `down\u0000${'!'.repeat(9000)}` },
    { status: 200, text: 'thanks' },
  ]
  game.respondWith(() => responses.shift() ?? { status: 204 })
  const id = await filePaid(hub, 'anna')
  await hub.runDueJobs()
  await hub.passTime(6 * SECOND_MS)
  hub.clock.advance(MINUTE_MS)
  await resendWebhook(hub.context, id, operation)
  await hub.runDueJobs()
  hub.clock.advance(MINUTE_MS)
  await resendWebhook(hub.context, id, { project })
  await hub.runDueJobs()
  const deliveries = await listDeliveriesByWebhook(db, [id])
  expect(deliveries.map(({ status, origin }) => [status, origin])).toEqual([
    [204, 'game'],
    [204, 'operator'],
    [200, 'schedule'],
    [503, 'schedule'],
  ])
  expect(deliveries.map(({ response }) => response?.length ?? null)).toEqual([null, null, null, 2047])
  expect(deliveries.every(({ durationMs, error }) => durationMs >= 0 && error === null)).toBe(true)
  expect(await listDeliveries(db, { project, outcome: 'failed', limit: 9 })).toEqual(deliveries.slice(3))
  expect(await listDeliveries(db, { project, outcome: 'delivered', limit: 9 })).toEqual(
    deliveries.slice(0, 3),
  )
  const cursor = deliveries[1]?.id
  expect(await listDeliveries(db, { project, cursor, limit: 1 })).toEqual(deliveries.slice(2, 3))
  expect(await listDeliveries(db, { project: 'familytown', limit: 9 })).toEqual([])
})

test('a server that does not respond and a test webhook are recorded, too', async ({ game, hub }) => {
  game.respondWith(() => ({ status: 500 }))
  expect(await pingGameServer(hub.context, project)).toMatchObject({ isTaken: false, status: 500 })
  const [test] = await listDeliveries(hub.context.db, { project, limit: 9 })
  expect(test).toMatchObject({ origin: 'test', status: 500, response: '' })
  hub.clock.advance(SECOND_MS)
  await game.close()
  await filePaid(hub, 'anna')
  await hub.runDueJobs()
  const [silent] = await listDeliveries(hub.context.db, { project, limit: 9 })
  expect(silent).toMatchObject({ origin: 'schedule', status: null, response: null })
  expect(silent?.error).toMatch(/ECONNREFUSED|socket|closed/)
})

test('a paused project queues: no try is counted, nothing becomes dead, and all is sent in order afterwards', async ({
  game,
  hub,
}) => {
  const ids = [await filePaid(hub, 'anna'), await filePaid(hub, 'boris')]
  expect((await runOnHub(hub, `webhooks pause ${project} --by olga --reason Update`)).code).toBe(0)
  expect((await runOnHub(hub, `webhooks pause ${project} --by olga --reason Update`)).code).toBe(1)
  const elsewhere = await filePaid(hub, 'anna', 'familytown')
  await hub.runDueJobs()
  for (let day = 0; day < 5; day++) await hub.passTime(DAY_MS)
  ids.push(await filePaid(hub, 'anna'))
  await hub.runDueJobs()
  expect(game.received.map(({ id }) => id)).toEqual([elsewhere])
  const queued = await hub.context.db
    .selectFrom('webhooks')
    .selectAll()
    .where('project', '=', project)
    .execute()
  expect(queued.map(({ state, attempts }) => [state, attempts])).toEqual(Array(3).fill(['waiting', 0]))
  const waiting = await hub.context.db.selectFrom('jobs').select('kind').execute()
  expect(waiting.filter(({ kind }) => kind.includes('deliver-webhooks'))).toEqual([])
  expect((await runOnHub(hub, `webhooks resume ${project} --by olga --reason Done`)).code).toBe(0)
  expect((await runOnHub(hub, `webhooks resume ${project} --by olga --reason Done`)).code).toBe(1)
  await hub.runDueJobs()
  await hub.runDueJobs()
  const accepted = game.accepted.map(({ id }) => id).filter((id) => id !== elsewhere)
  expect(accepted.toSorted()).toEqual(ids.toSorted())
  expect(accepted.indexOf(ids[0] ?? '')).toBeLessThan(accepted.indexOf(ids[2] ?? ''))
  const audit = await hub.context.db.selectFrom('auditLog').selectAll().orderBy('id').execute()
  expect(audit.map(({ action, operator, reason }) => [action, operator, reason])).toEqual([
    ['webhook.pause', 'olga', 'Update'],
    ['webhook.resume', 'olga', 'Done'],
  ])
})

test('a webhook that waits for a retry is due as soon as its project is resumed', async ({ game, hub }) => {
  game.respondWith(() => ({ status: 503 }))
  await filePaid(hub, 'anna')
  await hub.runDueJobs()
  await hub.passTime(6 * SECOND_MS)
  await runOnHub(hub, `webhooks pause ${project} --by olga --reason Update`)
  game.respondWith(() => ({ status: 200 }))
  await hub.passTime(HOUR_MS)
  expect(game.accepted).toEqual([])
  await runOnHub(hub, `webhooks resume ${project} --by olga --reason Done`)
  await hub.runDueJobs()
  await hub.runDueJobs()
  expect(game.accepted).toHaveLength(1)
  expect(await hub.context.db.selectFrom('webhooks').select('attempts').execute()).toEqual([{ attempts: 3 }])
})

test('the overview counts the last 24 hours and what waits', async ({ game, hub }) => {
  game.respondWith(() => ({ status: 410 }))
  await filePaid(hub, 'anna')
  await hub.runDueJobs()
  await hub.passTime(DAY_MS + MINUTE_MS)
  await filePaid(hub, 'boris')
  await hub.runDueJobs()
  game.respondWith(() => ({ status: 200 }))
  await filePaid(hub, 'vera')
  await hub.runDueJobs()
  await runOnHub(hub, `webhooks pause ${project} --by olga --reason Update`)
  await filePaid(hub, 'anna')
  const now = hub.clock.now()
  expect(await readGameServer(hub.context, project)).toEqual({
    ...{ project, url: expect.stringMatching(/islandm3$/), deliveries24h: 2, failed24h: 1 },
    ...{
      p95Ms: expect.any(Number),
      waiting: 1,
      dead: 2,
      oldestWaitingAt: now,
      pausedAt: now,
      pausedBy: 'olga',
    },
  })
  expect(await readGameServer(hub.context, 'neuroarena')).toMatchObject({ deliveries24h: 0, p95Ms: null })
  expect(await runJson(hub, `webhooks resend-all ${project} --dry-run`)).toEqual({
    dead: 2,
    waiting: 1,
    oldestAt: now,
  })
  expect((await readGameServer(hub.context, project)).dead).toBe(2)
  expect(await runJson(hub, `webhooks deliveries ${project} --failed`)).toHaveLength(2)
  expect((await runOnHub(hub, `webhooks deliveries ${project}`)).printed).toMatch(
    / {2}410 {2}.* {2}schedule$/m,
  )
})

test('deliveries are kept for 30 days', async ({ hub }) => {
  await filePaid(hub, 'anna')
  await hub.runDueJobs()
  await hub.passTime(30 * DAY_MS - HOUR_MS)
  expect(await listDeliveries(hub.context.db, { project, limit: 9 })).toHaveLength(1)
  await hub.passTime(2 * HOUR_MS)
  expect(await listDeliveries(hub.context.db, { project, limit: 9 })).toEqual([])
})

test('lists of deliveries are read from an index in order', async ({ hub }) => {
  const { db } = hub.context
  const now = hub.clock.now()
  const rows = Array.from({ length: 2000 }, (_, index) => ({
    ...{
      id: newIdAt(now + index),
      webhookId: `webhook-${index % 100}`,
      project,
      at: now + index,
      durationMs: 9,
    },
    ...{ status: index % 50 === 0 ? 500 : 200, error: null, response: null, origin: 'schedule' as const },
  }))
  for (let first = 0; first < rows.length; first += 100)
    await db
      .insertInto('webhookDeliveries')
      .values(rows.slice(first, first + 100))
      .execute()
  const plan = await explainQueries(db, async (recorded) => {
    await listDeliveries(recorded, { project, limit: 50 })
    await listDeliveries(recorded, { project, from: now, until: now + HOUR_MS, limit: 50 })
    await listDeliveries(recorded, { project, outcome: 'failed', limit: 50 })
    await listDeliveriesByWebhook(recorded, ['webhook-1'])
  })
  expect(plan).toContain('webhook_deliveries_failed')
  expect(plan).toContain('webhook_deliveries_of_webhook')
  expect(plan).not.toMatch(/TEMP B-TREE|Seq Scan|SCAN webhook_deliveries/)
})
