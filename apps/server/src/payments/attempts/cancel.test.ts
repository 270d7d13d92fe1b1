import { expect } from 'vitest'
import { test } from '../../testing/hub-test.ts'
import { type Player, startTestHub, type TestHub } from '../../testing/test-hub.ts'
import { cashierAt } from '../testing/cashier.ts'
import { ways } from '../testing/ways.ts'

const cancel = async (hub: TestHub, as: Player, paymentId: string) =>
  (await hub.callOk('POST /payments/cancel', { as, body: { paymentId } })).data
const none = { result: true, status: 'none' }

test.each(ways)('a payment open at $provider is given up, and may be tried again', async (way) => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const orderId = await till.order(player)
  await way.open(hub, player, orderId)
  expect(await cancel(hub, player, orderId)).toEqual(none)
  expect(await cancel(hub, player, orderId)).toEqual(none)
  expect(await till.get(player, orderId)).toMatchObject({ status: 'none' })
  expect(await way.open(hub, player, orderId)).toHaveProperty('handover')
  expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
})

test.each(ways)(
  'money at $provider that was faster than the player is kept, with what it pays',
  async (way) => {
    const hub = await startTestHub()
    const till = cashierAt(hub)
    const player = await hub.signIn()
    const orderId = await till.order(player)
    await way.open(hub, player, orderId)
    await till.decide(orderId)
    expect(await cancel(hub, player, orderId)).toEqual({ result: false, status: 'paid' })
    expect(await till.purchases(player)).toHaveLength(1)
  },
)

test('an order that was begun and never opened is given up, another player’s does not exist', async ({
  hub,
}) => {
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const orderId = await till.order(player)
  await hub.callOk('GET /payments/set-pending/{id}', { as: player, params: { id: orderId } })
  const stranger = await hub.signIn()
  const refused = await hub.call('POST /payments/cancel', { as: stranger, body: { paymentId: orderId } })
  expect(refused.body).toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
  expect(await cancel(hub, player, orderId)).toEqual(none)
  expect(await till.get(player, orderId)).toMatchObject({ status: 'none' })
})
