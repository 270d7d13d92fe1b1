import { randomUUID } from 'node:crypto'
import { refundReasonCodes } from '@playhub/contract'
import { expect } from 'vitest'
import { gameServerClient } from '../../../test/support/game-server-client.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { gameServerTest as test } from '../../../test/support/payments/game-server.ts'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { up } from '../../migrations/2026-11-29-94-refund-reason-codes.ts'

test('a game server gets a code, not the reason that staff or the game wrote', async ({
  hub,
  game,
  player,
}) => {
  const checkout = stripeCheckout(hub)
  const reason = 'Anna Karenina wrote to the press'
  const { orderId: first } = await checkout.buy(player)
  const { orderId: second } = await checkout.buy(player)
  const params = { id: second }
  await gameServerClient(hub).callOk('POST /payments/{id}/refunds', {
    params: { id: first },
    body: { reason },
  })
  const staff = await (await addTestOperator(hub, { role: 'owner', project: '*' })).prove()
  const refund = { params, body: { reason, item: 'take' as const }, idempotencyKey: randomUUID() }
  await staff.callOk('POST /orders/{id}/refunds', refund)
  await hub.runDueJobs()
  const refunded = game.received.filter(({ body }) => body.type === 'payment.refunded')
  const byOrder = new Map(refunded.map(({ body: { data } }) => [data.paymentId, data.reason]))
  expect(byOrder).toEqual(
    new Map([
      [first, 'game-request'],
      [second, 'operator-decision'],
    ]),
  )
  expect(game.received.some(({ raw }) => raw.includes('Karenina'))).toBe(false)
})

test('webhooks that were filed with a reason tell the code since the update', async ({ hub, player }) => {
  const { db } = hub.context
  await stripeCheckout(hub).buy(player)
  const data = (requestedBy: string) => ({
    type: 'payment.refunded',
    data: { requestedBy, reason: 'Анна', amountMinor: 99 },
  })
  const { id: _, ...webhook } = await db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow()
  for (const requestedBy of ['game', 'operator', 'hub', 'provider']) {
    const body = JSON.stringify(data(requestedBy))
    const filed = { ...webhook, id: requestedBy, subject: requestedBy, type: 'payment.refunded', body }
    await db.insertInto('webhooks').values(filed).execute()
  }
  const untouched = await db.selectFrom('webhooks').selectAll().where('type', '=', 'payment.paid').execute()
  await up(db as never)
  const rows = await db.selectFrom('webhooks').selectAll().where('type', '=', 'payment.refunded').execute()
  const codes = new Map(rows.map(({ id, body }) => [id, JSON.parse(body)]))
  expect([...codes.keys()].toSorted()).toEqual(['game', 'hub', 'operator', 'provider'])
  expect(new Set([...codes.values()].map((body) => body.data.reason))).toEqual(
    new Set(refundReasonCodes.filter((code) => code !== 'withdrawal')),
  )
  expect(codes.get('hub')).toEqual({ ...data('hub'), data: { ...data('hub').data, reason: 'paid-twice' } })
  expect(await db.selectFrom('webhooks').selectAll().where('type', '=', 'payment.paid').execute()).toEqual(
    untouched,
  )
})
