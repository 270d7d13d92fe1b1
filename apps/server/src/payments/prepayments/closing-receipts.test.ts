/** Receipts that close prepayments once their items are delivered (54-FZ). */
import { expect, vi } from 'vitest'
import { test as hubTest } from '../../../test/support/hub-test.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { sandboxControl } from '../../../test/support/payments/sandbox-control.ts'
import { boosters, hints } from '../../../test/support/payments/stripe-checkout.ts'
import { type HubOptions, type Player, startTestHub, type TestHub } from '../../../test/support/test-hub.ts'
import { deletePlayer } from '../../accounts/operator/players.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import { closePrepaymentJob } from '../jobs.ts'
import { scheduleClosingReceipts } from './close-prepayment.ts'

const prepayment = { YOOKASSA_RECEIPT_VAT: '20', YOOKASSA_RECEIPT_MODE: 'full_prepayment' }
const owner = { role: 'owner', project: '*' } as const
const withoutServer = (yaml: string) => yaml.replace(/^webhookUrl:.*$/m, '')
const chest = 'islandm3-chest'
const contains = `contains: [{ item: ${hints}, quantity: 2 }, { item: ${boosters} }]`
const withBundle = (yaml: string) => yaml.replace(`- id: ${chest}\n`, `- id: ${chest}\n    ${contains}\n`)
const agency = [
  'agent: commissioner',
  'supplier: { name: Studio, inn: "7707083893", phone: "+79001234567" }',
].join('\n')

type Receipt = {
  type: string
  status: string
  items: Record<string, unknown>[]
  settlements: { type: string; amount: { value: string } }[]
}

const test = hubTest
  .extend('hubOptions', (): HubOptions => ({ env: prepayment }))
  .extend('shop', ({ hub }) => shopAt(hub))

function shopAt(hub: TestHub) {
  const control = sandboxControl(hub.sandboxUrl)
  const authorization = `Basic ${Buffer.from('100500:test_sandbox_yookassa').toString('base64')}`
  const { db } = hub.context

  async function list(query: string): Promise<Receipt[]> {
    const response = await fetch(`${hub.sandboxUrl}/v3/receipts?${query}`, { headers: { authorization } })
    return ((await response.json()) as { items: Receipt[] }).items
  }

  return {
    control,
    /** Orders and pays an item at YooKassa. @param onOpened  Runs before the payment. */
    async pay(
      player: Player,
      onOpened: (orderId: string) => Promise<unknown> = async () => {},
      itemId = hints,
    ) {
      const { id } = await hub.callOk('POST /payments/create', { as: player, body: { itemId } })
      await hub.callOk('GET /payments/yookassa/create/{id}', { as: player, params: { id } })
      await onOpened(id)
      await control.decide(id)
      hub.clock.advance(SECOND_MS)
      await hub.callOk('GET /payments/get/{id}', { as: player, params: { id } })
      const { providerPaymentId } = await db
        .selectFrom('attempts')
        .select('providerPaymentId')
        .where('orderId', '=', id)
        .executeTakeFirstOrThrow()
      return { id, paymentId: providerPaymentId ?? '' }
    },
    /** One unit that is left. */
    async consume(player: Player, orderId: string) {
      const { id } = await db
        .selectFrom('allPurchases')
        .select('id')
        .where('orderId', '=', orderId)
        .where('state', '=', 'granted')
        .executeTakeFirstOrThrow()
      await hub.callOk('POST /purchases/{id}/consume', { as: player, params: { id } })
    },
    /** Receipts of a payment that close its prepayment. */
    closing: async (paymentId: string) =>
      (await list(`payment_id=${paymentId}`)).filter(
        ({ settlements }) => settlements[0]?.type === 'prepayment',
      ),
    ofRefund: (refundId: string) => list(`refund_id=${refundId}`),
    row: (orderId: string) =>
      db.selectFrom('closingReceipts').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow(),
    async refund(orderId: string, amountMinor: number, key: string) {
      await hub.context.payments.refundOrder({
        orderId,
        amountMinor,
        reason: 'asked',
        key,
        requestedBy: 'game',
      })
      await hub.runDueJobs()
      const { providerRefundId } = await db
        .selectFrom('refunds')
        .select('providerRefundId')
        .where('requestKey', '=', `game:${key}`)
        .executeTakeFirstOrThrow()
      return providerRefundId ?? ''
    },
    async eraseAccount({ userId }: Player) {
      await deletePlayer(hub.context, userId, { operator: 'olga', reason: 'Asked', isAtOnce: true })
      await hub.runDueJobs()
    },
    readEmail: async (orderId: string) =>
      (
        await db
          .selectFrom('attempts')
          .select('receiptEmail')
          .where('orderId', '=', orderId)
          .executeTakeFirstOrThrow()
      ).receiptEmail,
    pauseGame: () =>
      db
        .insertInto('pausedProjects')
        .values({ project: 'islandm3', since: 1, by: 'x', reason: null })
        .execute(),
  }
}

async function waitForState(shop: ReturnType<typeof shopAt>, hub: TestHub, orderId: string, state: string) {
  await vi.waitFor(async () => {
    await hub.passTime(2 * SECOND_MS)
    expect(await shop.row(orderId)).toMatchObject({ state })
  }, 15_000)
}

test('a prepayment is closed once its webhook is accepted, with one receipt for the whole amount', async ({
  hub,
  player,
  shop,
}) => {
  const { id, paymentId } = await shop.pay(player)
  expect(await shop.row(id)).toMatchObject({ state: 'waiting' })
  await hub.runDueJobs()
  await waitForState(shop, hub, id, 'registered')
  expect(await shop.closing(paymentId)).toMatchObject([
    {
      type: 'payment',
      status: 'succeeded',
      internet: true,
      items: [{ payment_mode: 'full_payment', vat_code: 4, amount: { value: '99.00' } }],
      settlements: [{ type: 'prepayment', amount: { value: '99.00' } }],
    },
  ])
  const staff = await addTestOperator(hub, owner)
  const order = (await staff.callOk('GET /orders/{id}', { params: { id } })).data.result
  expect(order.closingReceipt).toMatchObject({ state: 'registered', amountMinor: 9900 })
  expect(order.timeline.map(({ sentence }) => sentence?.code)).toEqual(
    expect.arrayContaining(['closing-receipt.sent', 'closing-receipt.registered']),
  )
})

test('an undelivered item is closed by its consumption, and not before', async ({ hub, player, shop }) => {
  await shop.pauseGame()
  const { id, paymentId } = await shop.pay(player)
  await hub.runDueJobs()
  await hub.passTime(HOUR_MS)
  expect([await shop.row(id), await shop.closing(paymentId)]).toMatchObject([{ state: 'waiting' }, []])
  await shop.consume(player, id)
  await hub.runDueJobs()
  expect(await shop.closing(paymentId)).toHaveLength(1)
})

hubTest('an undelivered bundle is closed once its last unit is consumed', async () => {
  const hub = await startTestHub({ env: prepayment, content: { islandm3: withBundle } })
  const shop = shopAt(hub)
  await shop.pauseGame()
  const player = await hub.logIn()
  const { id, paymentId } = await shop.pay(player, undefined, chest)
  await shop.refund(id, 10_000, 'part')
  for (const closed of [0, 0, 1]) {
    await shop.consume(player, id)
    await hub.runDueJobs()
    await hub.passTime(HOUR_MS)
    expect(await shop.closing(paymentId)).toHaveLength(closed)
  }
  expect(await shop.closing(paymentId)).toMatchObject([
    {
      items: [{ amount: { value: '149.13' } }, { amount: { value: '149.87' } }],
      settlements: [{ type: 'prepayment', amount: { value: '299.00' } }],
    },
  ])
})

hubTest('without a game server an item is delivered when it is paid', async () => {
  const hub = await startTestHub({ env: prepayment, content: { islandm3: withoutServer } })
  const shop = shopAt(hub)
  const { id, paymentId } = await shop.pay(await hub.logIn())
  await hub.runDueJobs()
  await waitForState(shop, hub, id, 'registered')
  expect(await shop.closing(paymentId)).toHaveLength(1)
})

hubTest('with full_payment nothing is closed', async () => {
  const hub = await startTestHub({ env: { YOOKASSA_RECEIPT_VAT: '20' } })
  const shop = shopAt(hub)
  const { id, paymentId } = await shop.pay(await hub.logIn())
  await shop.consume(await hub.logIn(), id).catch(() => {})
  await hub.runDueJobs()
  expect(await shop.closing(paymentId)).toEqual([])
  expect(await hub.context.db.selectFrom('closingReceipts').selectAll().execute()).toEqual([])
})

test('a refund before the delivery returns a prepayment, and the receipt closes what is left', async ({
  hub,
  player,
  shop,
}) => {
  await shop.pauseGame()
  const { id, paymentId } = await shop.pay(player)
  const refundId = await shop.refund(id, 3000, 'part')
  expect(await shop.ofRefund(refundId)).toMatchObject([{ items: [{ payment_mode: 'full_prepayment' }] }])
  await shop.consume(player, id)
  await hub.runDueJobs()
  expect(await shop.closing(paymentId)).toMatchObject([{ settlements: [{ amount: { value: '69.00' } }] }])
})

test('a full refund before the delivery leaves nothing to close', async ({ hub, player, shop }) => {
  await shop.pauseGame()
  const { id, paymentId } = await shop.pay(player)
  await shop.refund(id, 9900, 'all')
  await hub.context.jobs.enqueue(hub.context.db, closePrepaymentJob(id))
  await hub.runDueJobs()
  expect([await shop.row(id), await shop.closing(paymentId)]).toMatchObject([{ state: 'refunded' }, []])
})

test('refunds after the delivery return a payment, in parts and in full', async ({ hub, player, shop }) => {
  for (const amountMinor of [4000, 9900]) {
    const { id } = await shop.pay(player)
    await hub.runDueJobs()
    await waitForState(shop, hub, id, 'registered')
    const refundId = await shop.refund(id, amountMinor, `after-${amountMinor}`)
    expect(await shop.ofRefund(refundId)).toMatchObject([{ items: [{ payment_mode: 'full_payment' }] }])
  }
})

test('a refund in flight between consumption and receipt holds the receipt back', async ({
  hub,
  player,
  shop,
}) => {
  await shop.pauseGame()
  const { id, paymentId } = await shop.pay(player)
  await shop.control.rig(id, { refunds: 'pend' })
  await shop.refund(id, 3000, 'slow')
  await shop.consume(player, id)
  await hub.runDueJobs()
  expect([await shop.row(id), await shop.closing(paymentId)]).toMatchObject([{ state: 'waiting' }, []])
  await shop.control.rig(id, { refunds: 'succeed' })
  await vi.waitFor(async () => {
    await hub.passTime(MINUTE_MS)
    expect(await shop.closing(paymentId)).toMatchObject([{ settlements: [{ amount: { value: '69.00' } }] }])
  }, 15_000)
})

test('a provider that fails is asked again with growing pauses, and one receipt is registered', async ({
  hub,
  player,
  shop,
}) => {
  await shop.control.fault('yookassa:receipts.create', '500-after-commit', 3)
  const { id, paymentId } = await shop.pay(player)
  await hub.runDueJobs()
  expect(await shop.row(id)).toMatchObject({ state: 'sent', tries: 1 })
  await waitForState(shop, hub, id, 'registered')
  expect(await shop.closing(paymentId)).toHaveLength(1)
})

test('a receipt that is refused for three days is given up, shown, and sent again by an operator', async ({
  hub,
  player,
  shop,
}) => {
  const { id, paymentId } = await shop.pay(player, (orderId) =>
    shop.control.rig(orderId, { receipts: 'refuse' }),
  )
  await hub.runDueJobs()
  for (let hours = 0; hours < 200; hours += 5) await hub.passTime(5 * HOUR_MS)
  expect(await shop.row(id)).toMatchObject({ state: 'failed', nextTryAt: null })
  const staff = await addTestOperator(hub, owner)
  const read = async () => (await staff.callOk('GET /orders/{id}', { params: { id } })).data.result
  expect(await read()).toMatchObject({ state: 'receipt-failed', closingReceipt: { state: 'failed' } })
  const { attention } = (await staff.callOk('GET /home')).data.result
  expect(attention.find(({ kind }) => kind === 'receipt-failed')).toMatchObject({ count: 1 })
  await shop.control.rig(id, { receipts: 'register' })
  await staff.callOk('POST /orders/{id}/reconcile', { params: { id }, body: { reason: 'It works again' } })
  await hub.runDueJobs()
  await waitForState(shop, hub, id, 'registered')
  expect(await shop.closing(paymentId)).toHaveLength(1)
  expect(await read()).toMatchObject({ state: 'paid' })
})

test('a receipt owed to an erased account is still sent, and its email then erased', async ({
  hub,
  player,
  shop,
}) => {
  await shop.control.fault('yookassa:receipts.create', '500', 3)
  const { id, paymentId } = await shop.pay(player)
  await hub.runDueJobs()
  expect(await shop.row(id)).toMatchObject({ state: 'sent', tries: 1 })
  await shop.eraseAccount(player)
  expect(await shop.readEmail(id)).toBe(player.email)
  await vi.waitFor(async () => {
    await hub.passTime(HOUR_MS)
    expect(await shop.row(id)).toMatchObject({ state: 'registered' })
  }, 15_000)
  expect(await shop.closing(paymentId)).toHaveLength(1)
  await hub.passTime(DAY_MS)
  expect(await shop.readEmail(id)).toBeNull()
})

test('a refund in flight when the account is erased keeps the email of its receipt', async ({
  hub,
  player,
  shop,
}) => {
  const { id } = await shop.pay(player)
  await hub.runDueJobs()
  await waitForState(shop, hub, id, 'registered')
  await shop.control.fault('yookassa:refunds.create', '500', 3)
  expect(await shop.refund(id, 3000, 'part')).toBe('')
  await shop.eraseAccount(player)
  await vi.waitFor(async () => {
    await hub.passTime(MINUTE_MS)
    const refunds = hub.context.db.selectFrom('refunds').select(['state', 'error'])
    expect(await refunds.execute()).toEqual([{ state: 'succeeded', error: null }])
  }, 15_000)
  await hub.passTime(DAY_MS)
  expect(await shop.readEmail(id)).toBeNull()
})

test('a receipt that is never due keeps the email of an erased account for thirty days', async ({
  hub,
  player,
  shop,
}) => {
  await shop.pauseGame()
  const { id } = await shop.pay(player)
  await shop.eraseAccount(player)
  await hub.passTime(29 * DAY_MS)
  expect(await shop.readEmail(id)).toBe(player.email)
  await hub.passTime(2 * DAY_MS)
  expect(await shop.readEmail(id)).toBeNull()
})

test('repeated and concurrent jobs send one receipt', async ({ hub, player, shop }) => {
  const { id, paymentId } = await shop.pay(player)
  await hub.runDueJobs()
  const jobs = Array.from({ length: 10 }, () => closePrepaymentJob(id))
  await hub.context.jobs.enqueue(hub.context.db, ...jobs)
  await hub.runDueJobs()
  await waitForState(shop, hub, id, 'registered')
  await hub.context.jobs.enqueue(hub.context.db, ...jobs)
  await hub.runDueJobs()
  expect(await shop.closing(paymentId)).toHaveLength(1)
})

test('a receipt whose job cannot run has one job, not one more every five minutes', async ({
  hub,
  player,
  shop,
}) => {
  const { db } = hub.context
  await shop.pay(player)
  await hub.runDueJobs()
  await db.updateTable('closingReceipts').set({ state: 'sent', nextTryAt: 0 }).execute()
  const jobs = db.selectFrom('jobs').select('id').where('kind', '=', 'payments.close-prepayment')
  const before = (await jobs.execute()).length
  for (let runs = 1; runs <= 3; runs += 1)
    await scheduleClosingReceipts(hub.context, hub.clock.now() + runs * MINUTE_MS, 10)
  expect(await jobs.execute()).toHaveLength(before + 1)
})

test('a hub killed before or after the call sends one receipt', async ({ hub, player, shop }) => {
  const { db } = hub.context
  const { paymentId } = await shop.pay(player)
  await hub.runDueJobs()
  // What a hub leaves that was killed between the call and its record.
  const unrecorded = {
    state: 'sent',
    providerReceiptId: null,
    nextTryAt: hub.clock.now(),
    finishedAt: null,
  } as const
  await db.updateTable('closingReceipts').set(unrecorded).execute()
  await db.deleteFrom('jobs').where('kind', '=', 'payments.close-prepayment').execute()
  await hub.passTime(2 * DAY_MS)
  expect(await shop.closing(paymentId)).toHaveLength(1)

  const other = await shop.pay(player)
  // What it leaves between a consumption and its job.
  await db.updateTable('purchases').set({ consumedAt: 1 }).where('orderId', '=', other.id).execute()
  await db.deleteFrom('jobs').where('kind', '=', 'payments.close-prepayment').execute()
  await hub.passTime(10 * MINUTE_MS)
  expect(await shop.closing(other.paymentId)).toHaveLength(1)
})

hubTest('VAT, agent and supplier are those of the payment, whatever the content says later', async () => {
  const given = (yaml: string) =>
    `${agency}\n${yaml.replace(`  - id: ${hints}\n`, `  - id: ${hints}\n    vat: 10\n`)}`
  const hub = await startTestHub({ env: prepayment, content: { islandm3: given } })
  const shop = shopAt(hub)
  const player = await hub.logIn()
  await shop.pauseGame()
  const { id, paymentId } = await shop.pay(player, async () => {
    const item = hub.context.catalogue.item(hints)
    if (item) item.vat = '0'
  })
  hub.context.catalogue.project('islandm3')?.items.splice(0)
  await shop.consume(player, id)
  await hub.runDueJobs()
  const item = {
    vat_code: 3,
    agent_type: 'commissioner',
    supplier: { name: 'Studio', inn: '7707083893', phone: '79001234567' },
  }
  expect(await shop.closing(paymentId)).toMatchObject([{ items: [item] }])
})
