import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { paidOrder } from '../../../test/support/payments/paid-order.ts'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { toOutcome } from '../../../test/support/registration.ts'

test('a player exports everything that the hub stores about them', async ({ hub }) => {
  const checkout = stripeCheckout(hub)
  const player = await hub.logIn('anna@example.org')
  const { email, password, userId } = player
  const { session } = await hub.callOk('POST /session/get', { body: { uid: 'anna', project: 'islandm3' } })
  await hub.callOk('POST /auth/login-by-email', { body: { email, password }, headers: { session } })
  const paid = await checkout.buy(player)
  const unpaid = await checkout.order(player)
  const request = {
    email,
    reason: 'OTHER' as const,
    paymentId: paid.orderId,
    message: 'Which hints are these?',
  }
  await hub.callOk('POST /payments/send-letter-support', { as: player, body: { data: request } })

  const response = await hub.call('GET /me/export', { as: player })
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="playhub-data.json"')
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const now = hub.clock.now()
  expect(response.body).toMatchObject({
    exportedAt: now,
    sections: {
      account: { userId, nickName: 'Test', email, language: 'en', createdAt: now, deletionAt: null },
      identities: [{ provider: 'mail', label: email, linkedAt: now }],
      loginSessions: [
        { authType: 'mail', userAgent: 'node', createdAt: now },
        { authType: 'mail', userAgent: 'node', createdAt: now },
      ],
      orders: [
        { paymentId: paid.orderId, status: 'paid', amountMinor: 99, currency: 'USD' },
        { paymentId: unpaid, status: 'none' },
      ],
      purchases: [{ paymentId: paid.orderId, itemId: 'islandm3-hints', state: 'granted' }],
      receipts: [{ number: expect.stringMatching(/^PH-/), email, says: { paymentId: paid.orderId } }],
      hubSessions: [{ uid: 'anna', project: 'islandm3', attachedAt: now }],
      tickets: [
        {
          reason: 'OTHER',
          paymentId: paid.orderId,
          email,
          messages: [{ author: 'player', text: 'Which hints are these?', createdAt: now }],
        },
      ],
    },
  })
})

test('the export has no tokens, hashes, keys or technical provider data', async ({ hub, player }) => {
  const { email, password } = player
  const { session } = await hub.callOk('POST /session/get', { body: {} })
  await hub.callOk('POST /auth/login-by-email', { body: { email, password }, headers: { session } })
  const { intentId } = await stripeCheckout(hub).buy(player)
  const text = JSON.stringify(await hub.callOk('GET /me/export', { as: player }))
  const { value } = await hub.context.db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'code-pepper')
    .executeTakeFirstOrThrow()
  for (const secret of [player.jwt, password, session, intentId, value]) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/argon2|eyJ[\w-]+\.|hash|secret|pi_\w+|passwordId/i)
})

test('an export of many pages is one document', async ({ hub, player }) => {
  const { db, clock } = { db: hub.context.db, clock: hub.clock }
  const orders = Array.from({ length: 450 }, () => paidOrder(player.userId, 'islandm3', clock.now()))
  for (let at = 0; at < orders.length; at += 50) {
    await db
      .insertInto('orders')
      .values(orders.slice(at, at + 50))
      .execute()
  }
  const { sections } = await hub.callOk('GET /me/export', { as: player })
  const exported = sections.orders as { paymentId: string }[]
  expect(exported.map(({ paymentId }) => paymentId)).toEqual(orders.map(({ id }) => id).sort())
  expect(sections).toMatchObject({ purchases: [], tickets: [] })
})

test('the export contains nothing of another player', async ({ hub }) => {
  const [anna, boris] = [await hub.logIn('anna@example.org'), await hub.logIn('boris@example.org')]
  await stripeCheckout(hub).buy(anna)
  const { sections } = await hub.callOk('GET /me/export', { as: boris })
  expect(sections).toMatchObject({ orders: [], purchases: [], receipts: [], hubSessions: [], tickets: [] })
  expect(JSON.stringify(sections)).not.toMatch(new RegExp(`anna|${anna.userId}`))
  expect(toOutcome(await hub.call('GET /me/export'))).toBe('UNAUTHORIZED')
})
