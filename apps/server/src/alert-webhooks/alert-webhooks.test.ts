import { text } from 'node:stream/consumers'
import type { AlertKind } from '@playhub/contract/operator'
import { startLocalServer } from '@playhub/test-kit/local-server'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished } from 'vitest'
import { explainQueries } from '../../test/support/explain-queries.ts'
import { test as base } from '../../test/support/hub-test.ts'
import { addBuilds, addPlays } from '../../test/support/insights/build-plays.ts'
import { addTestOperator } from '../../test/support/operators/operator-client.ts'
import { paidOrder } from '../../test/support/payments/paid-order.ts'
import { supportClient } from '../../test/support/support-client.ts'
import { startTestHub, type TestHub } from '../../test/support/test-hub.ts'
import { insertAttempt } from '../payments/records/attempt-store.ts'
import { insertDispute } from '../payments/records/dispute-store.ts'
import { insertOrder } from '../payments/records/order-store.ts'
import { insertRefund } from '../payments/records/refund-store.ts'
import { insertWebhook } from '../payments/records/webhook-store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts'
import { transact } from '../platform/database/database.ts'
import { newId, newIdAt, toInstant } from '../platform/ids.ts'
import { findNewEvents } from './find-events.ts'
import { toAlertBody } from './send-alert.ts'

type Message = { body: Record<string, unknown>; headers: Record<string, string>; raw: string }

/** A server that a webhook posts to. */
async function startReceiver() {
  const messages: Message[] = []
  const statuses: number[] = []
  const { url, close } = await startLocalServer(async (request, response) => {
    const raw = await text(request)
    messages.push({ raw, body: JSON.parse(raw), headers: request.headers as Record<string, string> })
    response.writeHead(statuses.shift() ?? 204).end('secret of the receiver')
  })
  onTestFinished(close)
  return { url: `${url}/hook/T0KEN1234`, messages, statuses }
}

const test = base
  .extend('receiver', () => startReceiver())
  .extend('owner', ({ hub }) => addTestOperator(hub, { role: 'owner', project: '*' }))

const kinds: AlertKind[] = [
  'dispute-opened',
  'webhook-dead',
  'refund-failed',
  'content-rejected',
  'ticket-old',
]

async function add({ callOk }: Awaited<ReturnType<typeof addTestOperator>>, url: string, on = kinds) {
  const body = { url, kinds: on, reason: 'Know' }
  return (await callOk('POST /alert-webhooks', { body })).data.result
}

async function passMinutes({ clock, runDueJobs }: TestHub, count = 1): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    clock.advance(MINUTE_MS)
    await runDueJobs()
  }
}

/** Makes a kind of event happen. @returns  its id */
const happen: Record<Exclude<AlertKind, 'ticket-old' | 'build-worse'>, (hub: TestHub) => Promise<string>> = {
  'dispute-opened': (hub) => insert(hub, 'dispute'),
  'webhook-dead': (hub) => insert(hub, 'webhook'),
  'refund-failed': (hub) => insert(hub, 'refund'),
  async 'content-rejected'({ context: { db }, clock }) {
    const now = clock.now()
    const process = { id: newId(), startedAt: now, version: '1', buildStorage: '', contentVersion: 'good' }
    const later = { ...process, seenAt: now + HOUR_MS, rejectedVersion: 'bad' }
    await db
      .insertInto('hubProcesses')
      .values([later, { ...later, id: newId() }])
      .execute()
    return 'bad'
  },
}

async function insert({ context: { db }, clock }: TestHub, what: 'dispute' | 'webhook' | 'refund') {
  const now = clock.now()
  const order = { ...paidOrder('anna', 'islandm3', now), id: newId() }
  const common = { orderId: order.id, attemptId: order.id, amountMinor: 199, currency: 'USD' } as const
  const id = newId()
  await transact(db, async (tx) => {
    await insertOrder(tx, order)
    await insertAttempt(tx, {
      ...{ id: order.id, orderId: order.id, provider: 'stripe', providerPaymentId: `pi_${order.id}` },
      ...{
        amountMinor: 99,
        currency: 'USD',
        state: 'failed',
        receiptEmail: null,
        fiscalTerms: null,
        paidWith: null,
      },
      ...{ reviewReason: null, checkedAt: 0, nextCheckAt: 0, createdAt: now, closedAt: now },
      ...{
        supersededAt: null,
        cancelRequestedAt: null,
        nextTotalsCheckAt: null,
        reconciledAt: null,
        countryByNetwork: null,
        card: null,
      },
    })
    if (what === 'dispute')
      await insertDispute(tx, {
        ...{ ...common, id, providerDisputeId: `dp_${id}`, reason: 'fraudulent', state: 'open' },
        ...{ openedAt: now, dueBy: null, settledAt: null, nextCheckAt: null },
      })
    if (what === 'refund')
      await insertRefund(tx, {
        ...{ ...common, id, requestKey: `operator:${id}`, reason: 'asked', requestedBy: 'operator' },
        ...{ state: 'failed', providerRefundId: null, error: 'no', createdAt: now, sentAt: now },
        ...{ nextCheckAt: null, settledAt: now, mailedAt: null, operator: null, operatorId: null },
        ...{ heldUntil: null, heldItem: null, undoneAt: null, declaredAt: null, confirmedAt: null },
      })
    if (what === 'webhook')
      await insertWebhook(tx, {
        ...{ id, orderId: order.id, project: 'islandm3', playerId: 'anna', type: 'payment.paid' },
        ...{ subject: '', body: '{}', state: 'dead', attempts: 2, lastError: '500', nextTryAt: 0 },
        ...{ leasedUntil: 0, createdAt: now, deliveredAt: null, resentBy: null },
      })
  })
  return id
}

test.for(Object.keys(happen) as (keyof typeof happen)[])(
  '%s: what happens after it is switched on is told once, not at each look',
  async (kind, { hub, owner, receiver }) => {
    await happen[kind](hub)
    const { secret } = await add(owner, receiver.url)
    if (kind === 'content-rejected') await hub.context.db.deleteFrom('hubProcesses').execute()
    await passMinutes(hub, 2)
    expect(receiver.messages).toEqual([])
    if (kind === 'content-rejected') await hub.context.db.deleteFrom('sentAlerts').execute()
    const id = await happen[kind](hub)
    await passMinutes(hub, 5)
    expect(receiver.messages.map(({ body }) => [body.type, body.subject])).toEqual([[kind, id]])
    const { raw, headers, body } = receiver.messages[0] as Message
    expect(new Webhook(secret).verify(raw, headers)).toEqual(body)
    expect(body.url).toMatch(/\/console\/(orders\/[\da-f-]{36}|operations)$/)
    expect(raw).not.toMatch(/anna|@/)
  },
)

test('a held refund that was taken back has not failed', async ({ hub, owner, receiver }) => {
  await add(owner, receiver.url)
  const id = await happen['refund-failed'](hub)
  await hub.context.db
    .updateTable('refunds')
    .set({ undoneAt: hub.clock.now() })
    .where('id', '=', id)
    .execute()
  await passMinutes(hub, 2)
  expect(receiver.messages).toEqual([])
})

test('a kind that cannot be read hinders neither the other kinds nor other webhooks', async ({
  hub,
  owner,
  receiver,
}) => {
  await add(owner, receiver.url, ['dispute-opened', 'refund-failed'])
  await add(owner, receiver.url, ['refund-failed'])
  const id = await happen['refund-failed'](hub)
  const { db } = hub.context
  await sql`alter table disputes rename to disputes_elsewhere`.execute(db)
  await passMinutes(hub, 2)
  // The next hub may have the same database.
  await sql`alter table disputes_elsewhere rename to disputes`.execute(db)
  expect(receiver.messages.map(({ body }) => body.subject)).toEqual([id, id])
})

test('a look reads the disputes since the last one sent, and an hour before it', async ({
  hub,
  owner,
  receiver,
}) => {
  const { db } = hub.context
  const early = await happen['dispute-opened'](hub)
  const { details } = await add(owner, receiver.url, ['dispute-opened'])
  const now = hub.clock.now()
  const page = { webhookId: details.id, now, limit: 20 }
  const find = async () => (await findNewEvents(db, 'dispute-opened', page)).map(({ subject }) => subject)
  expect(await find()).toEqual([])

  const setId = async (ageMs: number) => {
    const id = newIdAt(toInstant(newId()) - ageMs)
    const made = await happen['dispute-opened'](hub)
    await db.updateTable('disputes').set({ id }).where('id', '=', made).execute()
    return id
  }
  const late = await setId(HOUR_MS / 2)
  await setId(2 * HOUR_MS)
  expect(await find()).toEqual([late])
  expect(await find()).not.toContain(early)

  const plan = await explainQueries(db, (recording) => findNewEvents(recording, 'dispute-opened', page))
  expect(plan).toMatch(/SEARCH disputes USING INDEX [^"]*\(id>\?\)|Index Scan (using|on) disputes_pkey/)
})

test('ticket-old: a ticket that waits for a day is told once, and again only after it waited again', async ({
  hub,
  owner,
  receiver,
  player,
}) => {
  await add(owner, receiver.url)
  const support = supportClient(hub)
  const id = await support.openTicket(player, { message: 'My name is Anna, +7 900 123-45-67' })
  await hub.passTime(DAY_MS - 2 * MINUTE_MS)
  expect(receiver.messages).toEqual([])
  await passMinutes(hub, 6)
  expect(receiver.messages.map(({ body }) => [body.type, body.subject])).toEqual([['ticket-old', id]])
  expect(receiver.messages[0]?.raw).not.toMatch(/Anna|900|@/)
  await support.reply(player, id, 'Hello?')
  hub.clock.advance(DAY_MS)
  await passMinutes(hub, 3)
  expect(receiver.messages).toHaveLength(2)
})

async function makeWorse(hub: TestHub, project: string): Promise<void> {
  await addBuilds(hub, project, [1, 2])
  await addPlays(hub, project, 1, { plays: 1000 })
  await addPlays(hub, project, 2, { plays: 1000, crashedPlays: 100 })
}

const off = test.extend('hubOptions', { content: { '../hub': (yaml: string) => `${yaml}\ninsights: off\n` } })

off('build-worse: nothing is told while insights are off', async ({ hub, owner, receiver }) => {
  await add(owner, receiver.url, ['build-worse'])
  await makeWorse(hub, 'islandm3')
  await passMinutes(hub, 2)
  expect(receiver.messages).toEqual([])
})

test('build-worse: a build that becomes worse than the one before it is told once', async ({
  hub,
  owner,
  receiver,
}) => {
  await makeWorse(hub, 'skyport')
  await add(owner, receiver.url, ['build-worse'])
  await passMinutes(hub, 2)
  expect(receiver.messages).toEqual([])
  await makeWorse(hub, 'islandm3')
  await passMinutes(hub, 4)
  const url = expect.stringMatching(/\/console\/insights\/islandm3$/)
  const sent = { type: 'build-worse', subject: '2', project: 'islandm3', url }
  expect(receiver.messages.map(({ body }) => body)).toEqual([expect.objectContaining(sent)])
})

test('a refused message is sent again with the same id, and the console shows how the last try ended', async ({
  hub,
  owner,
  receiver,
}) => {
  await add(owner, receiver.url)
  receiver.statuses.push(500)
  await happen['dispute-opened'](hub)
  await hub.passTime(MINUTE_MS)
  const read = async () => (await owner.callOk('GET /alert-webhooks')).data.result[0]
  expect(await read()).toMatchObject({ status: 500, error: null })
  await passMinutes(hub, 2)
  const [first, second, ...more] = receiver.messages
  expect(more).toEqual([])
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(await read()).toMatchObject({ status: 204 })
})

test('kinds are switched on and off; a removed webhook gets nothing', async ({ hub, owner, receiver }) => {
  const { details } = await add(owner, receiver.url, [])
  const params = { id: details.id }
  await happen['dispute-opened'](hub)
  await passMinutes(hub)
  await owner.callOk('PUT /alert-webhooks/{id}', { params, body: { kinds: ['dispute-opened'] } })
  await passMinutes(hub)
  expect(receiver.messages).toEqual([])
  await happen['refund-failed'](hub)
  const id = await happen['dispute-opened'](hub)
  await passMinutes(hub, 2)
  expect(receiver.messages.map(({ body }) => body.subject)).toEqual([id])
  await owner.callOk('DELETE /alert-webhooks/{id}', { params, body: { reason: 'Done' } })
  await happen['dispute-opened'](hub)
  await passMinutes(hub)
  expect(receiver.messages).toHaveLength(1)
  for (const key of ['POST /alert-webhooks/{id}/test'] as const)
    expect((await owner.call(key, { params })).body).toMatchObject({ code: 'ALERT_WEBHOOK_NOT_FOUND' })
})

test('secrets of a webhook are in no list, no audit log and no error', async ({ hub, owner, receiver }) => {
  const { secret, details } = await add(owner, receiver.url)
  expect(details.url).toMatch(/^http:\/\/[^/]+\/•••1234$/)
  const params = { id: details.id }
  const tested = (await owner.callOk('POST /alert-webhooks/{id}/test', { params })).data.result
  expect(tested).toEqual({ isDelivered: true, status: 204, error: null })
  expect(receiver.messages[0]?.body).toMatchObject({ type: 'test' })
  const audit = await hub.context.db.selectFrom('auditLog').selectAll().execute()
  const shown = JSON.stringify([audit, await owner.callOk('GET /alert-webhooks')]) + hub.logs()
  expect(shown).not.toContain('T0KEN')
  expect(shown).not.toContain(secret)
})

test('Slack and Telegram get a text in the language of the owner', ({ hub }) => {
  const alert = {
    id: 'a',
    kind: 'dispute-opened',
    at: hub.clock.now(),
    subject: 'd',
    project: 'islandm3',
    orderId: 'o',
    amountMinor: 199,
    currency: 'USD',
  } as const
  const consoleUrl = 'https://console.test'
  const text = "A buyer's bank disputes a payment (islandm3, $1.99)\nhttps://console.test/orders/o"
  const compose = (url: string, language: 'ru' | 'en' = 'en') =>
    toAlertBody({ url, language }, alert, consoleUrl)
  expect(compose('https://hooks.slack.com/services/T/B/x')).toEqual({ text })
  expect(compose('https://api.telegram.org/bot1:a/sendMessage?chat_id=-100')).toMatchObject({
    chat_id: '-100',
    text,
  })
  expect(compose('https://hooks.slack.com.evil.test/x')).toMatchObject({ type: 'dispute-opened' })
  expect(compose('https://hooks.slack.com/x', 'ru').text).toContain('Банк покупателя')
})

test('only owners reach them; odd URLs and kinds are refused; an eleventh is too many', async ({
  hub,
  owner,
  receiver,
}) => {
  const reason = 'Know'
  for (const role of ['viewer', 'support', 'finance', 'producer'] as const) {
    const other = await addTestOperator(hub, { role, project: '*' })
    expect((await other.call('GET /alert-webhooks')).body).toMatchObject({ code: 'OPERATOR_FORBIDDEN' })
  }
  const odd = [
    '',
    'ftp://x.test',
    'javascript:alert(1)',
    'http://a:b@x.test',
    'http://x.test/#a',
    '__proto__',
    'x'.repeat(600),
  ]
  for (const url of odd)
    expect((await owner.call('POST /alert-webhooks', { body: { url, kinds, reason } })).status).toBe(400)
  const body = { url: receiver.url, kinds: ['__proto__'] as never, reason }
  expect((await owner.call('POST /alert-webhooks', { body })).status).toBe(400)
  for (let count = 0; count < 10; count++) await add(owner, receiver.url, [])
  expect((await owner.call('POST /alert-webhooks', { body: { ...body, kinds: [] } })).body).toMatchObject({
    code: 'ALERT_WEBHOOKS_TOO_MANY',
  })
})

test('a production hub refuses URLs without encryption and does not reach internal addresses', async () => {
  const hub = await startTestHub({ env: { HUB_MODE: 'production', SMTP_URL: 'smtp://127.0.0.1:1' } })
  const owner = await addTestOperator(hub, { role: 'owner', project: '*' })
  const http = await owner.call('POST /alert-webhooks', {
    body: { url: 'http://x.test', kinds, reason: 'x' },
  })
  expect(http.body).toMatchObject({ code: 'BODY_INVALID', errors: [{ field: 'url' }] })
  for (const host of ['127.0.0.1', '169.254.169.254', '[::1]', '10.0.0.1', 'localhost']) {
    const { details } = await add(owner, `https://${host}/latest`)
    const params = { id: details.id }
    const { isDelivered, error } = (await owner.callOk('POST /alert-webhooks/{id}/test', { params })).data
      .result
    expect([isDelivered, error]).toEqual([false, expect.stringMatching(/private address/)])
  }
})
