import { expect, onTestFinished } from 'vitest'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import {
  insertPaidOrder,
  insertSurplusRefund,
  refundAs,
} from '../../../test/support/payments/refund-staff.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { test as hubTest } from '../../../test/support/shared-hub-test.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import type { HubFile } from '../../catalogue/index.ts'
import { createContext } from '../../context.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { refundByOperator, retryByOperator } from '../operator/refunds.ts'

/** The console exists once there is an owner. */
const test = hubTest.extend('owner', { scope: 'file', auto: true }, ({ hub }) =>
  addTestOperator(hub, { role: 'owner', project: '*' }),
)

const support = (hub: TestHub) => addTestOperator(hub, { role: 'support', project: '*' })
type Settings = HubFile['console']

/** Sets what staff may give away; what is left out has no limit. */
function setLimits(hub: TestHub, { refundLimits, refundLimitsPerDay = {}, limits }: Partial<Settings>): void {
  const { console: settings } = hub.context.catalogue.content().hub
  settings.refundLimits = refundLimits ?? {}
  settings.refundLimitsPerDay = refundLimitsPerDay
  settings.limits = limits ?? { grantsPerDay: 20 }
}

const roubles = { provider: 'yookassa', currency: 'RUB', amountMinor: 9900 } as const

const countOk = (outcomes: string[]) => outcomes.filter((outcome) => outcome === 'ok').length

test('parts of an order count together, also those of other staff, and a key sent again counts once', async ({
  hub,
}) => {
  setLimits(hub, { refundLimits: { USD: 0.6, RUB: 60 }, refundLimitsPerDay: { USD: 60, RUB: 6000 } })
  const [sveta, oleg, owner] = [
    await support(hub),
    await support(hub),
    await addTestOperator(hub, { role: 'owner', project: '*' }),
  ]
  const id = await insertPaidOrder(hub)
  const key = newId()
  expect(await refundAs(sveta, id, { amountMinor: 30, key })).toBe('ok')
  expect(await refundAs(sveta, id, { amountMinor: 30, key })).toBe('ok')
  expect((await sveta.callOk('GET /orders/{id}', { params: { id } })).data.result).toMatchObject({
    ...{ allowanceMinor: 30, refundableMinor: 69 },
    refunds: [{ operator: 'Olga', requestedBy: 'operator', amountMinor: 30 }],
  })
  expect(await refundAs(oleg, id, { amountMinor: 31 })).toBe('REFUND_LIMIT_EXCEEDED')
  expect(await refundAs(oleg, id, { amountMinor: 30 })).toBe('ok')
  expect(await refundAs(sveta, id, { amountMinor: 1 })).toBe('REFUND_LIMIT_EXCEEDED')
  expect((await owner.callOk('GET /orders/{id}', { params: { id } })).data.result.allowanceMinor).toBeNull()
  expect(await refundAs(owner, id)).toBe('ok')
})

test('a day has a limit over all orders and currencies, and begins at midnight of the publisher', async ({
  hub,
}) => {
  const { hub: publisher } = hub.context.catalogue.content()
  publisher.timeZone = 'Europe/Moscow'
  onTestFinished(() => {
    publisher.timeZone = 'UTC'
  })
  setLimits(hub, { refundLimits: { USD: 1, RUB: 100 }, refundLimitsPerDay: { USD: 1.5, RUB: 150 } })
  // 23:30 in Moscow.
  const tomorrow = Math.ceil(hub.clock.now() / DAY_MS) * DAY_MS
  hub.clock.advance(tomorrow + 20.5 * HOUR_MS - hub.clock.now())
  const sveta = await support(hub)
  const orders = [await insertPaidOrder(hub), await insertPaidOrder(hub, roubles), await insertPaidOrder(hub)]
  const [first = '', second = '', third = ''] = orders
  expect(await refundAs(sveta, first)).toBe('ok')
  expect(await refundAs(sveta, second, { amountMinor: 5200 })).toBe('REFUND_LIMIT_EXCEEDED')
  expect(await refundAs(sveta, second, { amountMinor: 5000, item: 'keep' })).toBe('ok')
  expect(await refundAs(sveta, third, { amountMinor: 2, item: 'keep' })).toBe('REFUND_LIMIT_EXCEEDED')
  hub.clock.advance(HOUR_MS / 2)
  const again = await sveta.prove()
  expect(await refundAs(again, third, { item: 'keep' })).toBe('ok')
})

test('a currency without a limit cannot be used to get around those of the others', async ({ hub }) => {
  setLimits(hub, { refundLimits: { USD: 5 } })
  const sveta = await support(hub)
  expect(await refundAs(sveta, await insertPaidOrder(hub, roubles), { amountMinor: 100 })).toBe(
    'REFUND_LIMIT_EXCEEDED',
  )
})

test('of 20 refunds at once on two hubs, only as many pass as the limit of the day allows', async ({
  hub,
}) => {
  setLimits(hub, { refundLimits: { USD: 2, RUB: 200 } })
  const sveta = await support(hub)
  const other = await createContext(hub.context.config, { clock: hub.clock, db: hub.context.db })
  const settingsThere = other.catalogue.content().hub.console
  Object.assign(settingsThere, { refundLimits: { USD: 2, RUB: 200 }, refundLimitsPerDay: {} })
  const orders: string[] = []
  while (orders.length < 20) orders.push(await insertPaidOrder(hub))
  const operation = { operator: 'Olga', operatorId: sveta.id, reason: 'Goodwill' }
  const refundThere = (orderId: string) =>
    refundByOperator(
      other,
      { orderId, amountMinor: 50, reason: 'Goodwill', key: newId(), item: 'keep' },
      operation,
    ).then(
      () => 'ok',
      ({ code }) => code as string,
    )
  const outcomes = await Promise.all(
    orders.map((id, place) => (place % 2 === 0 ? refundAs(sveta, id, { amountMinor: 50 }) : refundThere(id))),
  )
  expect(countOk(outcomes)).toBe(4)
  expect(outcomes.filter((outcome) => outcome === 'REFUND_LIMIT_EXCEEDED')).toHaveLength(16)
  const stored = await hub.context.db
    .selectFrom('refunds')
    .select('amountMinor')
    .where('operatorId', '=', sveta.id)
    .execute()
  expect(stored).toHaveLength(4)
  other.catalogue.close()
  await other.mail.close()
})

test('of 20 parts of one order at once, only as many pass as its limit allows', async ({ hub }) => {
  setLimits(hub, { refundLimits: { USD: 0.4 }, refundLimitsPerDay: { USD: 100 } })
  const [sveta, oleg] = [await support(hub), await support(hub)]
  const id = await insertPaidOrder(hub)
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, place) => refundAs(place % 2 ? sveta : oleg, id, { amountMinor: 4 })),
  )
  expect(countOk(outcomes)).toBe(10)
})

test('a refund that failed gives its part back, and its retry counts for who retries it', async ({ hub }) => {
  setLimits(hub, { refundLimits: { USD: 0.6 }, refundLimitsPerDay: { USD: 0.9 } })
  const { db } = hub.context
  const [sveta, oleg] = [await support(hub), await support(hub)]
  const id = await insertPaidOrder(hub)
  expect(await refundAs(sveta, id, { amountMinor: 60 })).toBe('ok')
  const fail = (amountMinor: number) =>
    db
      .updateTable('refunds')
      .set({ state: 'failed', settledAt: 1 })
      .where('orderId', '=', id)
      .where('amountMinor', '=', amountMinor)
      .returning('id')
      .executeTakeFirstOrThrow()
  const { id: failed } = await fail(60)
  const retry = async (operator: typeof sveta) => {
    const given = { params: { id: failed }, body: { reason: 'Again' }, idempotencyKey: newId() }
    const response = await operator.call('POST /refunds/{id}/retry', given)
    return response.ok ? 'ok' : response.body.code
  }
  expect(await refundAs(oleg, await insertPaidOrder(hub), { amountMinor: 40 })).toBe('ok')
  expect(await retry(oleg)).toBe('REFUND_LIMIT_EXCEEDED')
  expect(await refundAs(sveta, id, { amountMinor: 10 })).toBe('ok')
  expect(await retry(sveta)).toBe('REFUND_LIMIT_EXCEEDED')
  hub.clock.advance(DAY_MS)
  await fail(10)
  const operation = { operator: 'Olga', operatorId: oleg.id, reason: 'Again' }
  expect(await retryByOperator(hub.context, failed, undefined, operation)).toMatchObject({ state: 'pending' })
  const rows = await db
    .selectFrom('refunds')
    .select(['operatorId', 'amountMinor', 'state'])
    .where('orderId', '=', id)
    .execute()
  expect(rows).toContainEqual({ operatorId: oleg.id, amountMinor: 60, state: 'pending' })
})

test('the retry of a surplus charge is no goodwill: it has no limit and no hold, and uses up none', async ({
  hub,
}) => {
  setLimits(hub, { refundLimits: { USD: 0.5 } })
  const { console: settings } = hub.context.catalogue.content().hub
  settings.refundHoldMinutes = 30
  onTestFinished(() => {
    settings.refundHoldMinutes = 0
  })
  const sveta = await support(hub)
  const id = await insertPaidOrder(hub)
  const failed = await insertSurplusRefund(hub, id, { requestedBy: 'hub', state: 'failed' })
  const retry = { params: { id: failed.id }, body: { reason: 'Again' }, idempotencyKey: newId() }
  expect((await sveta.callOk('POST /refunds/{id}/retry', retry)).data.result).toMatchObject({
    ...{ state: 'pending', heldUntil: null, amountMinor: 99 },
  })
  expect(await refundAs(sveta, id, { amountMinor: 50 })).toBe('ok')
})

test('gifts and refunds count together, and a full refund that keeps the item is a gift, too', async ({
  hub,
}) => {
  setLimits(hub, { refundLimits: { USD: 1.5, RUB: 150 }, limits: { grantsPerDay: 2 } })
  const [sveta, oleg] = [await support(hub), await support(hub)]
  const unpaid = { status: 'none', provider: null, currency: null, amountMinor: null, paidAt: null } as const
  const grant = async (operator: typeof sveta, id: string) => {
    const given = { params: { id }, body: { reason: 'Goodwill' }, idempotencyKey: newId() }
    const response = await operator.call('POST /orders/{id}/grant', given)
    return response.ok ? 'ok' : response.body.code
  }
  const placeUnpaid = async () => {
    const id = await insertPaidOrder(hub)
    await hub.context.db.deleteFrom('purchases').where('orderId', '=', id).execute()
    await hub.context.db
      .updateTable('orders')
      .set({ ...unpaid, paidAttemptId: null })
      .where('id', '=', id)
      .execute()
    return id
  }
  expect(await grant(sveta, await placeUnpaid())).toBe('ok')
  expect(await grant(sveta, await placeUnpaid())).toBe('GRANT_LIMIT_EXCEEDED')
  expect(await refundAs(sveta, await insertPaidOrder(hub), { amountMinor: 52 })).toBe('REFUND_LIMIT_EXCEEDED')
  expect(await refundAs(sveta, await insertPaidOrder(hub), { amountMinor: 51 })).toBe('ok')
  setLimits(hub, { refundLimits: { USD: 100, RUB: 10_000 }, limits: { grantsPerDay: 2 } })
  const sliced = await insertPaidOrder(hub)
  for (const amountMinor of [33, 33, 33])
    expect(await refundAs(oleg, sliced, { amountMinor, item: 'keep' })).toBe('ok')
  expect(await refundAs(oleg, await insertPaidOrder(hub), { item: 'keep' })).toBe('ok')
  expect(await refundAs(oleg, await insertPaidOrder(hub), { item: 'keep' })).toBe('GRANTS_TOO_MANY')
  expect(await refundAs(oleg, await insertPaidOrder(hub), { item: 'take' })).toBe('ok')
})

test('keeping the item of a refund does not bring back one that was taken before', async ({ hub }) => {
  const owner = await addTestOperator(hub, { role: 'owner', project: '*' })
  const id = await insertPaidOrder(hub)
  const given = { params: { id }, body: { reason: 'Fraud' }, idempotencyKey: newId() }
  await owner.callOk('POST /orders/{id}/revoke', given)
  expect(await refundAs(owner, id, { item: 'keep' })).toBe('ok')
  const { purchase } = (await owner.callOk('GET /orders/{id}', { params: { id } })).data.result
  expect(purchase).toMatchObject({ state: 'revoked', decidedState: 'revoked' })
})

test('who is named in a shell has the own limits, by email and by name', async ({ hub }) => {
  setLimits(hub, { refundLimits: { USD: 0.5 } })
  const sveta = await support(hub)
  const refund = (orderId: string, operator: string, amountMinor: number) =>
    refundByOperator(
      hub.context,
      { orderId, amountMinor, reason: 'Goodwill', key: newId(), item: 'keep' },
      { operator, reason: 'Goodwill' },
    )
  const refused = { code: 'REFUND_LIMIT_EXCEEDED' }
  await expect(refund(await insertPaidOrder(hub), sveta.email.toUpperCase(), 51)).rejects.toMatchObject(
    refused,
  )
  await expect(refund(await insertPaidOrder(hub), 'Olga', 51)).rejects.toMatchObject(refused)
  expect(await refund(await insertPaidOrder(hub), sveta.email, 30)).toMatchObject({ operator: sveta.email })
  expect(await refundAs(sveta, await insertPaidOrder(hub), { amountMinor: 21 })).toBe('REFUND_LIMIT_EXCEEDED')
  expect(await refund(await insertPaidOrder(hub), 'root', 99)).toMatchObject({ operator: 'root' })
  const byShell = (orderId: string, amount: string) =>
    runOnHub(hub, ['refund', orderId, amount, '--by', sveta.email, '--reason', 'Sorry'])
  // The limits of the content's file.
  const over = await byShell(await insertPaidOrder(hub, { amountMinor: 9900 }), '60.01')
  expect(over).toEqual({
    ...{ code: 1, printed: 'The operator may refund $60 more of this order or on this day.' },
  })
  expect((await byShell(await insertPaidOrder(hub), '0.15')).code).toBe(0)
  expect(await refundAs(sveta, await insertPaidOrder(hub), { amountMinor: 6 })).toBe('REFUND_LIMIT_EXCEEDED')
  expect(await refundAs(sveta, await insertPaidOrder(hub), { amountMinor: 5 })).toBe('ok')
})
