import { expect } from 'vitest'
import { test } from '../../test/support/hub-test.ts'
import { addTestOperator } from '../../test/support/operators/operator-client.ts'
import { stripeCheckout } from '../../test/support/payments/stripe-checkout.ts'
import { newId } from '../platform/ids.ts'
import { codeEmailQueue, emailQueue } from '../platform/mail/email.ts'
import { tooManyEmails } from '../platform/mail/mail-limit.ts'

const owner = { role: 'owner', project: '*' } as const

test('lists, home, search and finance respond to an owner', async ({ hub, player }) => {
  const operator = await addTestOperator(hub, owner)
  const { data } = await operator.callOk('GET /players', { query: { q: player.email } })
  expect(data.result).toMatchObject([{ id: player.userId, email: player.email }])
  await operator.callOk('GET /players/{id}', { params: { id: player.userId } })
  await operator.callOk('GET /players/{id}/orders', { params: { id: player.userId }, query: {} })
  await operator.callOk('GET /players/{id}/purchases', { params: { id: player.userId }, query: {} })
  await operator.callOk('GET /players/{id}/tickets', { params: { id: player.userId }, query: {} })
  await operator.callOk('GET /players/{id}/audit', { params: { id: player.userId }, query: {} })
  await operator.callOk('GET /orders', { query: {} })
  await operator.callOk('GET /refunds', { query: {} })
  await operator.callOk('GET /disputes', { query: {} })
  await operator.callOk('GET /tickets', { query: {} })
  await operator.callOk('GET /replies')
  await operator.callOk('GET /assignees')
  await operator.callOk('GET /game-servers')
  const home = await operator.callOk('GET /home')
  expect(home.data.result).toMatchObject({ failedChecks: [], timeZone: 'UTC' })
  const sales = await operator.callOk('GET /home/sales')
  expect(sales.data.result.periods.map(({ period }) => period)).toEqual(['today', 'yesterday', '30-days'])
  const found = await operator.callOk('GET /search', { query: { q: player.email } })
  expect(found.data.result.hits).toMatchObject([{ kind: 'player', id: player.userId }])
  await operator.callOk('GET /finance/sales', { query: { from: '2029-12-01', to: '2030-01-01' } })
  await operator.callOk('GET /operations/jobs')
  const versions = await operator.callOk('GET /operations/versions')
  expect(versions.data.result).toMatchObject([{ version: '0.1.0' }])
  const audit = await operator.callOk('GET /audit', { query: {} })
  expect(audit.data.result[0]).toMatchObject({ action: 'operator.login', operatorId: operator.id })
})

test('an order is explained, refunded in part with the item kept, and its history tells who did it', async ({
  hub,
  player,
}) => {
  const operator = await addTestOperator(hub, owner)
  await hub.context.payments.seedAttention(player.userId)
  const { data } = await operator.callOk('GET /orders', {
    query: { player: player.userId, state: ['undelivered'] },
  })
  const [order] = data.result
  if (!order) throw new Error('There is no undelivered order')
  const params = { id: order.id }
  const page = await operator.callOk('GET /orders/{id}', { params })
  expect(page.data.result.explanation.sentence).toMatch(/^Paid /)
  const refund = { params, body: { amountMinor: 1, item: 'keep', reason: 'Goodwill' } } as const
  expect(await operator.call('POST /orders/{id}/refunds', refund)).toMatchObject({
    status: 400,
    body: { code: 'IDEMPOTENCY_KEY_REQUIRED' },
  })
  const sent = await operator.callOk('POST /orders/{id}/refunds', { ...refund, idempotencyKey: 'a' })
  const again = await operator.callOk('POST /orders/{id}/refunds', { ...refund, idempotencyKey: 'a' })
  expect(again).toEqual(sent)
  const after = await operator.callOk('GET /orders/{id}', { params })
  expect(after.data.result.audit).toMatchObject([
    { action: 'order.refund', operator: 'Olga', reason: 'Goodwill' },
  ])
})

test('home tells what needs a person', async ({ hub, player }) => {
  const operator = await addTestOperator(hub, owner)
  const orderId = (await hub.context.payments.seedAttention(player.userId)) ?? ''
  await hub.context.support.seedTickets({ playerId: player.userId, email: player.email, orderId })
  const { data } = await operator.callOk('GET /home')
  expect(data.result.failedChecks).toEqual([])
  const counts = Object.fromEntries(data.result.attention.map(({ kind, count }) => [kind, count]))
  expect(counts).toMatchObject({
    'order-undelivered': 1,
    'order-pending-long': 1,
    'refund-failed': 1,
    'dispute-open': 1,
    'ticket-open': 2,
  })
  const listed = await operator.callOk('GET /disputes', { query: { state: ['open'] } })
  expect(data.result.attention.find(({ kind }) => kind === 'dispute-open')).toMatchObject({
    href: 'disputes?state=open',
    dueAt: listed.data.result[0]?.dueBy,
  })
})

test("a failing game server's card counts the webhooks of its list, and goes once they are delivered", async ({
  hub,
  player,
}) => {
  const { db, clock } = hub.context
  const operator = await addTestOperator(hub, owner)
  const readCard = async () =>
    (await operator.callOk('GET /home')).data.result.attention.find(
      ({ kind, project }) => kind === 'game-server-failing' && project === 'islandm3',
    )
  const listWaiting = async () =>
    (
      await operator.callOk('GET /game-servers/{project}/webhooks', {
        params: { project: 'islandm3' },
        query: { state: 'waiting' },
      })
    ).data.result
  await hub.context.payments.seedAttention(player.userId)
  const webhooks = db.updateTable('webhooks').where('project', '=', 'islandm3')
  await webhooks.set({ state: 'waiting', attempts: 0 }).execute()
  expect(await listWaiting()).not.toEqual([])
  expect(await readCard()).toBeUndefined()

  await webhooks.set({ attempts: 3 }).execute()
  const waiting = await listWaiting()
  expect(await readCard()).toMatchObject({
    href: 'game-servers/islandm3/webhooks?state=waiting',
    count: waiting.length,
    oldestAt: Math.min(...waiting.map(({ createdAt }) => createdAt)),
  })

  await webhooks.set({ state: 'delivered', deliveredAt: clock.now() }).execute()
  expect(await readCard()).toBeUndefined()
})

test('home tells staff of all projects about failing providers, emails and content', async ({
  hub,
  player,
}) => {
  const { db, clock, jobs } = hub.context
  const all = await addTestOperator(hub, owner)
  const one = await addTestOperator(hub, { role: 'support', project: 'islandm3' })
  const read = async (operator: typeof all) => {
    const { attention, failedChecks } = (await operator.callOk('GET /home')).data.result
    expect(failedChecks).toEqual([])
    return attention.filter(({ href }) => href === 'operations')
  }
  const checkout = stripeCheckout(hub)
  const orderId = await checkout.order(player)
  const open = () => hub.call('GET /payments/stripe/create/{id}', { as: player, params: { id: orderId } })
  await checkout.control.fault('stripe', '500', 99)
  await open()
  await open()
  expect(await read(all)).toEqual([])
  const since = clock.now()
  await open()
  const emailKinds = jobs.listKinds(emailQueue, codeEmailQueue)
  expect(emailKinds.length).toBeGreaterThan(3)
  await jobs.enqueue(db, ...[1, 2].map((payload) => ({ kind: emailKinds[0] ?? '', payload })))
  const setError = (lastError: string) =>
    db
      .updateTable('jobs')
      .set({ lastError })
      .where('kind', '=', emailKinds[0] ?? '')
  await setError('The mail server does not answer').execute()
  const started = { startedAt: since, version: '', seenAt: since, contentVersion: 'a', buildStorage: '' }
  await db
    .insertInto('hubProcesses')
    .values([
      { ...started, id: newId(), rejectedVersion: 'b' },
      { ...started, id: newId(), rejectedVersion: null },
    ])
    .execute()

  expect(await read(one)).toEqual([])
  expect(await read(all)).toMatchObject([
    { kind: 'content-rejected', count: 1 },
    { kind: 'mail-failing', count: 2, oldestAt: since },
    { kind: 'provider-failing', count: 1, oldestAt: since },
  ])
  await setError(tooManyEmails).execute()
  await db.deleteFrom('hubProcesses').execute()
  await checkout.control.clearFaults()
  await open()
  expect(await read(all)).toEqual([])
})

test('refunds name their project and are listed and exported in scope only; finance filters reach the export', async ({
  hub,
  player,
}) => {
  const all = await addTestOperator(hub, owner)
  await hub.context.payments.seedAttention(player.userId)
  const { data } = await all.callOk('GET /refunds', { query: {} })
  const [refund] = data.result
  const project = refund?.project ?? ''
  const order = await all.callOk('GET /orders/{id}', { params: { id: refund?.orderId ?? '' } })
  expect(project).toBe(order.data.result.project)
  expect(order.data.result.refunds).toMatchObject([{ project }])
  const elsewhere = project === 'islandm3' ? 'familytown' : 'islandm3'
  const other = await addTestOperator(hub, { role: 'finance', project: elsewhere })
  const readIds = async (operator: typeof all, query: string) => {
    const { text } = await operator.read(`/refunds/export${query}`)
    const [head = '', ...lines] = text.trim().split('\r\n')
    expect(head).toMatch(/^\uFEFF?Id,Order,Project,/)
    return lines.map((line) => line.split(',')[0])
  }
  expect(await readIds(all, `?state=failed&project=${project}`)).toEqual([refund?.id])
  expect(await readIds(all, `?project=${elsewhere}`)).toEqual([])
  expect(await readIds(other, '')).toEqual([])
  expect((await other.callOk('GET /refunds', { query: {} })).data.result).toEqual([])

  const period = 'from=2029-12-01&to=2030-12-31'
  const readProviders = async (filter: string) =>
    (await all.read(`/finance/sales/export?${period}${filter}`)).text.trim().split('\r\n').slice(1)
  expect((await readProviders('&provider=stripe&currency=USD')).length).toBeGreaterThan(0)
  expect(await readProviders('&provider=yookassa&provider=yandex-pay')).toEqual([])
  expect(await readProviders('&currency=RUB')).toEqual([])
})

test('an export streams CSV and is recorded with the number of rows', async ({ hub, player }) => {
  const operator = await addTestOperator(hub, owner)
  await hub.context.payments.seedHistory(player.userId)
  const { status, text, headers } = await operator.read('/orders/export')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toContain('Id,Created (UTC),Paid (UTC)')
  expect(headers.get('content-disposition')).toBe(
    'attachment; filename="orders-all-projects-2030-01-01-UTC.csv"',
  )
  expect(lines.length).toBeGreaterThan(5)
  const { data } = await operator.callOk('GET /audit', { query: { action: 'list.export' } })
  expect(data.result).toMatchObject([{ after: `{"rows":${lines.length - 1}}` }, { after: '{"filter":{}}' }])
})

test('an operator of one game does not see another game’s order', async ({ hub, player }) => {
  const all = await addTestOperator(hub, owner)
  const one = await addTestOperator(hub, { role: 'support', project: 'skyport' })
  await hub.context.payments.seedHistory(player.userId)
  const { data } = await all.callOk('GET /orders', { query: { project: ['islandm3'] } })
  const id = data.result[0]?.id ?? ''
  expect(await one.call('GET /orders/{id}', { params: { id } })).toMatchObject({
    status: 404,
    body: { code: 'PAYMENT_NOT_FOUND' },
  })
  const own = await one.callOk('GET /orders', { query: {} })
  const others = await one.callOk('GET /orders', { query: { project: ['islandm3'] } })
  expect(others.data.result).toEqual([])
  expect(own.data.result.every(({ project }) => project === 'skyport')).toBe(true)
})

test('a refused call names the roles that may make it, and where they must be held', async ({ hub }) => {
  await addTestOperator(hub, owner)
  const viewer = await addTestOperator(hub, { role: 'viewer', project: 'islandm3' })
  const ofProject = await viewer.call('GET /finance/sales', {
    query: { from: '2026-11-01', to: '2026-11-02' },
  })
  expect(ofProject).toMatchObject({
    status: 403,
    body: { details: { roles: ['finance', 'producer', 'owner'], isHubWide: false } },
  })
  expect(await viewer.call('GET /operators')).toMatchObject({
    status: 403,
    body: { details: { roles: ['owner'], isHubWide: true } },
  })
})
