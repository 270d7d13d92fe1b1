import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import {
  filePaid,
  type ReceivedWebhook,
  startGameServer,
  gameServerTest as test,
} from '../../../test/support/payments/game-server.ts'
import { untilAnotherWaits } from '../../../test/support/test-database.ts'
import { startTestHub } from '../../../test/support/test-hub.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import { claimWebhooks } from '../records/webhook-store.ts'

const listIds = (messages: ReceivedWebhook[]) => messages.map(({ id }) => id)

test('a webhook that is retried holds back later ones of its player, and of nobody else', async ({
  game,
  hub,
}) => {
  let failures = 2
  const first = await filePaid(hub, 'anna')
  game.respondWith(({ id }) => ({ status: id === first && failures-- > 0 ? 500 : 200 }))
  await hub.runDueJobs()
  const second = await filePaid(hub, 'anna')
  const third = await filePaid(hub, 'anna')
  const elsewhere = await filePaid(hub, 'anna', 'familytown')
  const other = await filePaid(hub, 'boris')
  await hub.runDueJobs()
  expect(listIds(game.accepted)).toEqual(expect.arrayContaining([elsewhere, other]))
  expect(game.accepted).toHaveLength(2)
  await hub.passTime(6 * SECOND_MS)
  expect(game.accepted).toHaveLength(2)
  await hub.passTime(6 * MINUTE_MS)
  expect(listIds(game.accepted).slice(2)).toEqual([first, second, third])
  expect(listIds(game.received).filter((id) => id === second)).toHaveLength(1)
})

test('a dead webhook does not hold back later ones', async ({ game, hub }) => {
  const [gone, next] = [await filePaid(hub, 'anna'), await filePaid(hub, 'anna')]
  game.respondWith(({ id }) => ({ status: id === gone ? 410 : 200 }))
  await hub.runDueJobs()
  expect(listIds(game.received)).toEqual([gone, next])
  await hub.passTime(100 * HOUR_MS)
  expect(game.received).toHaveLength(2)
  const row = hub.context.db.selectFrom('webhooks').selectAll().where('id', '=', gone)
  expect(await row.executeTakeFirst()).toMatchObject({ state: 'dead', attempts: 1 })
})

test('Retry-After extends the delay', async ({ game, hub }) => {
  const responses = [
    { status: 503, headers: { 'retry-after': '3600' } },
    { status: 429, headers: { 'retry-after': 'Tue, 01 Jan 2030 12:00:00 GMT' } },
  ]
  game.respondWith(() => responses.shift() ?? { status: 200 })
  await filePaid(hub, 'anna')
  await hub.runDueJobs()
  await hub.passTime(HOUR_MS - SECOND_MS)
  expect(game.received).toHaveLength(1)
  await hub.passTime(SECOND_MS)
  expect(game.received).toHaveLength(2)
  await hub.passTime(10 * HOUR_MS)
  expect(game.received).toHaveLength(2)
  await hub.passTime(HOUR_MS)
  expect(game.accepted).toHaveLength(1)
})

test('a redirect is a failed delivery and is not followed', async ({ game, hub }) => {
  game.respondWith(() => ({ status: 307, headers: { location: '/familytown' } }))
  await filePaid(hub, 'anna')
  await hub.runDueJobs()
  expect(game.received.map(({ project }) => project)).toEqual(['islandm3'])
  expect(hub.logs()).toContain('The game server answered 307')
})

test('during a secret rotation, receivers verify a webhook with the old secret or the new one', async () => {
  const secrets = ['old', 'new'].map((word) => `whsec_${Buffer.from(word.repeat(10)).toString('base64')}`)
  const game = await startGameServer()
  const hub = await startTestHub({ env: { ...game.env, WEBHOOK_SECRET_ISLANDM3: secrets.join(' ') } })
  await filePaid(hub, 'anna')
  await hub.runDueJobs()
  const [{ raw, headers } = expect.unreachable()] = game.received
  for (const secret of secrets) {
    expect(new Webhook(secret).verify(raw, headers as Record<string, string>)).toMatchObject({
      type: 'payment.paid',
    })
  }
  const attacker = `whsec_${Buffer.from('somebody else').toString('base64')}`
  expect(() => new Webhook(attacker).verify(raw, headers as Record<string, string>)).toThrow()
})

test('of two hubs that claim one queue, one gets it, and none starts behind its head', async ({
  game,
  hub,
}) => {
  const { db } = hub.context
  const queue = { project: 'islandm3', playerId: 'anna' }
  const [first, second] = [await filePaid(hub, 'anna'), await filePaid(hub, 'anna')]
  const now = hub.clock.now()
  const taken = Promise.withResolvers<void>()
  const other = transact(db, async (tx) => {
    // Simulates a second webhook filed after the other hub claimed the queue.
    await tx
      .updateTable('webhooks')
      .set({ leasedUntil: now + MINUTE_MS })
      .where('id', '=', first)
      .execute()
    taken.resolve()
    await untilAnotherWaits(tx)
  })
  await taken.promise
  const ours = hub.runDueJobs()
  await other
  await ours
  expect(game.received).toEqual([])
  const due = now + MINUTE_MS
  const claims = [0, 1, 2].map(() =>
    claimWebhooks(db, queue, { now: due, leasedUntil: due + MINUTE_MS, limit: 8 }),
  )
  const claimed = (await Promise.all(claims)).flatMap((webhooks) => webhooks.map(({ id }) => id))
  expect(claimed).toEqual([first, second])
})

test('a slow game server delays no other game, however many webhooks wait for it', async () => {
  const game = await startGameServer()
  let wakeUp = () => {}
  const asleep = new Promise<void>((resolve) => {
    wakeUp = resolve
  })
  game.respondWith(async ({ project }) => {
    if (project === 'islandm3') await asleep
    return { status: 200 }
  })
  const hub = await startTestHub({ env: game.env, jobs: 'running' })
  for (let n = 0; n < 100; n++) await filePaid(hub, `player-${n}`)
  const others: string[] = []
  for (let n = 0; n < 10; n++) others.push(await filePaid(hub, `player-${n}`, 'familytown'))
  await expect.poll(() => listIds(game.accepted).sort(), { timeout: 10_000 }).toEqual(others)
  wakeUp()
  await expect.poll(() => game.accepted.length, { timeout: 20_000 }).toBe(110)
})

test('300 webhooks reach a game server that fails often and is down for a while, in order, under one id each', async ({
  game,
  hub,
}) => {
  const filed = new Map<string, string[]>()
  for (let n = 0; n < 300; n++) {
    const playerId = `player-${n % 30}`
    filed.set(playerId, [...(filed.get(playerId) ?? []), await filePaid(hub, playerId)])
  }
  const all = [...filed.values()].flat()
  const upAgainAt = hub.clock.now() + 2 * HOUR_MS
  const tried = new Set<string>()
  game.respondWith(({ id }) => {
    const isDown = tried.size > 100 && hub.clock.now() < upAgainAt
    const failsFirst = all.indexOf(id) % 10 < 3 && !tried.has(id)
    tried.add(id)
    return { status: isDown || failsFirst ? 503 : 200 }
  })
  for (let round = 0; round < 60 && game.accepted.length < 300; round++) await hub.passTime(HOUR_MS)
  expect(new Set(listIds(game.accepted)).size).toBe(300)
  expect(game.accepted).toHaveLength(300)
  for (const [playerId, ids] of filed) {
    expect(listIds(game.accepted.filter(({ body }) => body.data.playerId === playerId))).toEqual(ids)
  }
  const left = await hub.context.db
    .selectFrom('webhooks')
    .select('id')
    .where('state', '<>', 'delivered')
    .execute()
  expect(left).toEqual([])
})
