/**
 * Compares the traffic between our clients and the emulators with independent sources: Stripe's SDK types, and the
 * YooKassa and Yandex Pay documents as schemas. The emulator must accept what the provider accepts.
 */
import { expect, test } from 'vitest'
import { OperationResponse, YandexPayOrder } from '../../src/payments/providers/yandex-pay/order.ts'
import { YooKassaPayment, YooKassaRefund } from '../../src/payments/providers/yookassa/payment.ts'
import { YooKassaReceipts } from '../../src/payments/providers/yookassa/receipt.ts'
import { findMismatches, findUnnamed } from './documents.ts'
import { recordTraffic } from './record-traffic.ts'
import { findTypeErrors } from './stripe-types.ts'
import * as yandexPay from './yandex-pay-documents.ts'
import * as yookassa from './yookassa-documents.ts'

test('requests to Stripe, its answers and its events have the types of the pinned SDK', async () => {
  expect(await findTypeErrors(await recordTraffic('stripe'))).toEqual([])
}, 120_000)

test('requests to YooKassa, its answers and its notifications are as documented', async () => {
  const documents = { calls: yookassa.calls, failure: yookassa.Failure, event: yookassa.Notification }
  expect(findMismatches(await recordTraffic('yookassa'), documents)).toEqual([])
}, 60_000)

test('requests to Yandex Pay, its answers and its webhooks are as documented', async () => {
  const documents = { calls: yandexPay.calls, failure: yandexPay.Failure, event: yandexPay.Webhook }
  expect(findMismatches(await recordTraffic('yandex-pay'), documents)).toEqual([])
}, 60_000)

test('we read no field that no document names', () => {
  expect(findUnnamed(YooKassaPayment, yookassa.Payment)).toEqual([])
  expect(findUnnamed(YooKassaRefund, yookassa.Refund)).toEqual([])
  expect(findUnnamed(YooKassaReceipts, yookassa.toListSchema(yookassa.Receipt))).toEqual([])
  expect(findUnnamed(YandexPayOrder, yandexPay.OrderFound)).toEqual([])
  expect(findUnnamed(OperationResponse, yandexPay.OperationStarted)).toEqual([])
})

test('a field that no source names is a mismatch', async () => {
  const recorded = await recordTraffic('yookassa')
  const renamed = recorded.map((one) =>
    one.kind === 'call' ? { ...one, responseBody: one.responseBody.replace('"paid"', '"is_paid"') } : one,
  )
  const documents = { calls: yookassa.calls, failure: yookassa.Failure, event: yookassa.Notification }
  expect(findMismatches(renamed, documents)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^payments.create: .*"is_paid"/)]),
  )
  expect(findUnnamed(YooKassaPayment, yookassa.Payment.omit({ refunded_amount: true }))).toEqual([
    'refunded_amount',
  ])
}, 60_000)
