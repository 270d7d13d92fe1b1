/** Lines of fiscal receipts (54-FZ) for bundles and bonuses. */
import { expect, vi } from 'vitest'
import { test as hubTest } from '../../../test/support/hub-test.ts'
import { sandboxControl } from '../../../test/support/payments/sandbox-control.ts'
import { boosters, hints } from '../../../test/support/payments/stripe-checkout.ts'
import type { HubOptions } from '../../../test/support/test-hub.ts'
import { SECOND_MS } from '../../platform/clock.ts'

const chest = 'islandm3-chest'
const bonus = { id: 'more', kind: 'bonus', items: [hints], adds: [{ item: boosters }] }
const addFields = (yaml: string, id: string, fields: string) =>
  yaml.replace(`- id: ${id}\n`, `- id: ${id}\n    ${fields}\n`)
const sell = (yaml: string) =>
  [
    `offers: ${JSON.stringify([{ id: 'third', kind: 'sale', items: 'all', percent: 33 }, bonus])}`,
    addFields(
      addFields(yaml, chest, `contains: [{ item: ${hints}, quantity: 2 }, { item: ${boosters} }]`),
      boosters,
      "vat: '5'",
    ),
  ].join('\n')

const vat = { YOOKASSA_RECEIPT_VAT: '20', YANDEX_PAY_RECEIPT_VAT: '20' }
const test = hubTest
  .extend('hubOptions', (): HubOptions => ({ env: vat, content: { islandm3: sell } }))
  .extend('shop', ({ hub, player }) => {
    const control = sandboxControl(hub.sandboxUrl)
    const { db } = hub.context
    const authorization = `Basic ${Buffer.from('100500:test_sandbox_yookassa').toString('base64')}`
    const get = async (path: string, headers: Record<string, string>) =>
      // biome-ignore lint/suspicious/noExplicitAny: tests read any response
      (await (await fetch(`${hub.sandboxUrl}${path}`, { headers })).json()) as any
    return {
      async buy(provider: 'yookassa' | 'yandex-pay', itemId: string) {
        const { id } = await hub.callOk('POST /payments/create', { as: player, body: { itemId } })
        await (provider === 'yookassa'
          ? hub.callOk('GET /payments/yookassa/create/{id}', { as: player, params: { id } })
          : hub.callOk('POST /payments/yandex-pay/create', { as: player, body: { paymentId: id } }))
        await control.decide(id)
        hub.clock.advance(SECOND_MS)
        await hub.callOk('GET /payments/get/{id}', { as: player, params: { id } })
        const attempt = await db
          .selectFrom('attempts')
          .selectAll()
          .where('orderId', '=', id)
          .executeTakeFirstOrThrow()
        return { id, paymentId: attempt.providerPaymentId ?? '', attempt }
      },
      async refund(orderId: string, amountMinor: number, key: string) {
        const request = { orderId, amountMinor, reason: 'Asked', key, requestedBy: 'game' } as const
        await hub.context.payments.refundOrder(request)
        return vi.waitFor(async () => {
          await hub.passTime(2 * SECOND_MS)
          const refund = await db
            .selectFrom('refunds')
            .selectAll()
            .where('requestKey', '=', `game:${key}`)
            .executeTakeFirstOrThrow()
          expect(refund.state).toBe('succeeded')
          return refund.providerRefundId ?? ''
        }, 15_000)
      },
      receipts: async (query: string) => (await get(`/v3/receipts?${query}`, { authorization })).items,
      order: async (id: string) =>
        (await get(`/api/merchant/v1/orders/${id}`, { authorization: 'Api-Key sandbox_yandex_pay' })).data
          .order,
    }
  })

const line = (description: string, value: string, code: number) => ({
  ...{ description, quantity: '1', vat_code: code, amount: { value, currency: 'RUB' } },
})
const makeReceipt = (...items: object[]) => [{ items }]

test('a bundle is a line for each item with its own VAT, in payments and partial refunds at YooKassa', async ({
  shop,
}) => {
  const { id, paymentId } = await shop.buy('yookassa', chest)
  expect(await shop.receipts(`payment_id=${paymentId}`)).toMatchObject(
    makeReceipt(line('Пять подсказок × 2', '133.33', 4), line('Три кокосовые бомбы', '134.00', 7)),
  )
  const part = await shop.refund(id, 10_000, 'part')
  expect(await shop.receipts(`refund_id=${part}`)).toMatchObject(
    makeReceipt(line('Пять подсказок × 2', '49.87', 4), line('Три кокосовые бомбы', '50.13', 7)),
  )
  const rest = await shop.refund(id, 16_733, 'rest')
  expect(await shop.receipts(`refund_id=${rest}`)).toMatchObject(
    makeReceipt(line('Пять подсказок × 2', '83.46', 4), line('Три кокосовые бомбы', '83.87', 7)),
  )
})

test('a bonus is a part of the price, and an item alone stays one line', async ({ shop }) => {
  const { paymentId } = await shop.buy('yookassa', hints)
  expect(await shop.receipts(`payment_id=${paymentId}`)).toMatchObject(
    makeReceipt(line('Пять подсказок', '22.04', 4), line('Три кокосовые бомбы', '44.29', 7)),
  )
  const alone = await shop.buy('yookassa', boosters)
  expect(await shop.receipts(`payment_id=${alone.paymentId}`)).toMatchObject(
    makeReceipt(line('Три кокосовые бомбы', '133.33', 7)),
  )
})

test('a payment opened by an older release is refunded in its one line', async ({ hub, shop }) => {
  const { id, attempt } = await shop.buy('yookassa', chest)
  const { lines, ...older } = JSON.parse(attempt.fiscalTerms ?? '')
  expect(lines).toHaveLength(2)
  await hub.context.db
    .updateTable('attempts')
    .set({ fiscalTerms: JSON.stringify(older) })
    .execute()
  const part = await shop.refund(id, 10_000, 'part')
  expect(await shop.receipts(`refund_id=${part}`)).toMatchObject(
    makeReceipt(line('Сундук с сокровищами', '100.00', 4)),
  )
})

test('the cart at Yandex Pay has a line for each item with its own VAT, also after a refund', async ({
  shop,
}) => {
  const { id, paymentId } = await shop.buy('yandex-pay', chest)
  expect(await shop.order(paymentId)).toMatchObject({
    orderAmount: '267.33',
    cart: {
      items: [
        { productId: hints, total: '133.33', receipt: { tax: 1, title: 'Пять подсказок × 2' } },
        { productId: boosters, total: '134.00', receipt: { tax: 8, title: 'Три кокосовые бомбы' } },
      ],
    },
  })
  await shop.refund(id, 10_000, 'part')
  const { cart, paymentStatus } = await shop.order(paymentId)
  expect(paymentStatus).toBe('PARTIALLY_REFUNDED')
  expect(cart.items).toMatchObject([
    { productId: hints, total: '83.46' },
    { productId: boosters, total: '83.87' },
  ])
})
