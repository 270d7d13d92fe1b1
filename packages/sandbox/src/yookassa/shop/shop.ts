import { toDelivery, type WebhookDelivery } from '../../payments/emulator.ts'
import { createIdempotencyStore, type IdempotencyStore } from '../../payments/idempotency.ts'
import { compressedRetryDelaysMs } from '../../payments/webhook-queue.ts'
import { createWebhookSender, type WebhookSender } from '../../payments/webhook-sender.ts'
import type { SandboxContext } from '../../platform/context.ts'
import { combineState, type Persistent } from '../../platform/state-file.ts'
import { Table } from '../../platform/table.ts'
import { createTimers, type Timers } from '../../platform/timers.ts'
import { expirePayment } from '../model/payment.ts'
import { isClosing, newReceipt, registerReceipt } from '../model/receipt.ts'
import {
  type Change,
  type Event,
  type Payment,
  PROCESSING_MS,
  type Receipt,
  type Refund,
} from '../model/records.ts'
import { completeRefund, failRefund } from '../model/refund.ts'
import { renderPayment, renderRefund } from '../model/render.ts'

/** The only emulated YooKassa shop: its records, its notifications and its scheduled transitions. */
export interface Shop {
  readonly context: SandboxContext
  readonly payments: Table<Payment, 'token' | 'hubPaymentId'>
  readonly refunds: Table<Refund>
  readonly receipts: Table<Receipt>
  readonly idempotency: IdempotencyStore
  readonly webhooks: WebhookSender
  readonly state: Persistent
  /** Stores a change and sends its notifications. A forged change only sends them. */
  apply(change: Change, delivery?: WebhookDelivery): void
  /** Stores a receipt and registers it later, without a notification. */
  submitReceipt(receipt: Receipt): void
  close(): void
}

type OpenShop = Omit<Shop, 'state' | 'apply' | 'submitReceipt' | 'close'> & { readonly timers: Timers }

export function openShop(context: SandboxContext): Shop {
  const payments = new Table<Payment, 'token' | 'hubPaymentId'>(({ id }) => id, {
    token: ({ token }) => token,
    hubPaymentId: readHubPaymentId,
  })
  const refunds = new Table<Refund>(({ id }) => id)
  const receipts = new Table<Receipt>(({ id }) => id)
  const idempotency = createIdempotencyStore(context.now)
  const timers = createTimers(context)
  // YooKassa signs nothing: a forged notification differs from a genuine one only in its content.
  const webhooks = createWebhookSender(context, {
    provider: 'yookassa',
    path: '/webhooks/yookassa',
    retryDelaysMs: compressedRetryDelaysMs,
    sign: ({ body }) => ({ body, headers: { 'content-type': 'application/json', 'user-agent': 'AHC/2.1' } }),
  })

  const parts = { payments, refunds, receipts, idempotency, webhooks }
  const shop: OpenShop = { ...parts, context, timers }
  return {
    ...parts,
    context,
    state: combineState('yookassa', parts, () => resumeSchedules(shop)),
    apply: (change, delivery) => apply(shop, change, delivery),
    submitReceipt: (receipt) => submitReceipt(shop, receipt),
    close() {
      timers.close()
      webhooks.close()
    },
  }
}

function apply(shop: OpenShop, change: Change, delivery?: WebhookDelivery): void {
  const { context, payments, webhooks } = shop
  const paymentId = change.payment?.id ?? change.refund?.paymentId ?? ''
  const usualDelivery = toDelivery(payments.get(paymentId)?.overrides ?? {})
  const isForged = delivery?.webhook === 'forge'
  if (!isForged) store(shop, change)
  for (const event of change.events) {
    const body = notificationBody(event, change, context.url)
    webhooks.send({ paymentId, event, body }, delivery ?? usualDelivery)
  }
  if (!isForged) schedule(shop, change)
}

function store(
  { context, payments, refunds, receipts }: OpenShop,
  { payment, refund, receipt }: Partial<Change>,
): void {
  if (payment) payments.put(payment)
  if (refund) refunds.put(refund)
  if (receipt) receipts.put(receipt)
  context.stateChanged()
}

function schedule(shop: OpenShop, { payment, refund, events }: Change): void {
  if (payment) scheduleExpiry(shop, payment)
  if (refund?.ending) scheduleRefund(shop, refund)
  if (!payment) return
  if (payment.receipt && events.includes('payment.succeeded'))
    submitReceipt(shop, newReceipt(payment, undefined, payment.receipt))
  if (refund?.receipt && events.includes('refund.succeeded'))
    submitReceipt(shop, newReceipt(payment, refund, refund.receipt))
}

function scheduleExpiry(shop: OpenShop, { id, status, expiresAt }: Payment): void {
  if (status !== 'pending' && status !== 'waiting_for_capture') return
  shop.timers.at(expiresAt, () => {
    const payment = shop.payments.get(id)
    if (payment?.status === status && payment.expiresAt <= shop.context.now())
      apply(shop, expirePayment(payment))
  })
}

function scheduleRefund(shop: OpenShop, { id }: Refund): void {
  shop.timers.after(PROCESSING_MS, () => {
    const refund = shop.refunds.get(id)
    const payment = shop.payments.get(refund?.paymentId)
    if (!refund?.ending || !payment) return
    if (payment.overrides.refunds === 'pend') return scheduleRefund(shop, refund)
    apply(shop, refund.ending === 'fail' ? failRefund(refund) : completeRefund(refund, payment))
  })
}

function submitReceipt(shop: OpenShop, receipt: Receipt): void {
  store(shop, { receipt })
  scheduleRegistration(shop, receipt)
}

function scheduleRegistration(shop: OpenShop, { id, paymentId, refundId, type }: Receipt): void {
  shop.timers.after(PROCESSING_MS, () => {
    const receipt = shop.receipts.get(id)
    const payment = shop.payments.get(paymentId)
    const refund = shop.refunds.get(refundId)
    if (receipt?.status !== 'pending') return
    const mode = payment?.overrides.receipts
    if (mode === 'pend') return scheduleRegistration(shop, receipt)
    const registered: Receipt =
      mode === 'fail' ? { ...receipt, status: 'canceled' } : registerReceipt(receipt, shop.context.now())
    const receiptRegistration = registered.status
    store(shop, {
      receipt: registered,
      payment:
        type === 'payment' && payment && !isClosing(receipt)
          ? { ...payment, receiptRegistration }
          : undefined,
      refund: refund && { ...refund, receiptRegistration },
    })
  })
}

function resumeSchedules(shop: OpenShop): void {
  for (const payment of shop.payments.all()) scheduleExpiry(shop, payment)
  for (const refund of shop.refunds.all()) if (refund.ending) scheduleRefund(shop, refund)
  for (const receipt of shop.receipts.all())
    if (receipt.status === 'pending') scheduleRegistration(shop, receipt)
}

/** The hub writes its own payment id into the metadata. */
export function readHubPaymentId({ metadata }: Payment): string | null {
  return metadata.orderId ?? null
}

function notificationBody(event: Event, { payment, refund }: Change, baseUrl: string): string {
  const object =
    event === 'refund.succeeded' ? refund && renderRefund(refund) : payment && renderPayment(payment, baseUrl)
  return JSON.stringify({ type: 'notification', event, object }, null, 2)
}

/** The total of the payment's pending refunds. */
export function pendingRefundsMinor({ refunds }: Shop, paymentId: string): number {
  const pending = refunds
    .all()
    .filter((refund) => refund.paymentId === paymentId && refund.status === 'pending')
  return pending.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}
