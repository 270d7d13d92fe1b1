import { toDelivery, type WebhookDelivery } from '../../payments/emulator.ts'
import { createIdempotencyStore, type IdempotencyStore } from '../../payments/idempotency.ts'
import { compressedRetryDelaysMs } from '../../payments/webhook-queue.ts'
import { createWebhookSender, type Webhook, type WebhookSender } from '../../payments/webhook-sender.ts'
import type { SandboxContext } from '../../platform/context.ts'
import { combineState, type Persistent } from '../../platform/state-file.ts'
import { Table } from '../../platform/table.ts'
import { createTimers } from '../../platform/timers.ts'
import { YandexPayError } from '../model/errors.ts'
import { finishOperation } from '../model/operation.ts'
import { expireOrder } from '../model/order.ts'
import { type Change, type Operation, type Order, PROCESSING_MS } from '../model/records.ts'
import { renderOperationEvent, renderOrderEvent } from '../model/render.ts'
import { createKeys, type Keys } from './keys.ts'

/** Ten immediate retries, as documented, before the slower ones. */
const retryDelaysMs = [...Array.from({ length: 10 }, () => 5), ...compressedRetryDelaysMs]

/** The only emulated Yandex Pay merchant: its records, its webhooks and its scheduled transitions. */
export interface Merchant {
  readonly context: SandboxContext
  readonly orders: Table<Order, 'token' | 'hubPaymentId'>
  readonly operations: Table<Operation, 'externalId'>
  readonly idempotency: IdempotencyStore
  readonly webhooks: WebhookSender
  readonly keys: Keys
  readonly state: Persistent
  /** Stores a change and sends its webhooks. A forged change only sends them. */
  apply(change: Change, delivery?: WebhookDelivery): void
  close(): void
}

export function openMerchant(context: SandboxContext): Merchant {
  const orders = new Table<Order, 'token' | 'hubPaymentId'>(({ orderId }) => orderId, {
    token: ({ token }) => token,
    hubPaymentId: readHubPaymentId,
  })
  const operations = new Table<Operation, 'externalId'>(({ operationId }) => operationId, {
    externalId: ({ externalOperationId }) => externalOperationId,
  })
  const idempotency = createIdempotencyStore(context.now)
  const keys = createKeys()
  const timers = createTimers(context)
  const webhooks = createWebhookSender(context, {
    provider: 'yandex-pay',
    path: '/webhooks/yandex-pay/v1/webhook',
    retryDelaysMs,
    sign: ({ body, isForged }, signedAtMs) => keys.sign(body, signedAtMs, isForged),
  })

  const apply: Merchant['apply'] = (change, delivery = toDelivery(change.order.overrides)) => {
    const { order, operation, events } = change
    const isForged = delivery.webhook === 'forge'
    if (!isForged) {
      orders.put(order)
      if (operation) operations.put(operation)
      context.stateChanged()
    }
    for (const subject of events) webhooks.send(webhookAbout(subject, change, context.now()), delivery)
    if (isForged) return
    scheduleExpiry(order)
    if (operation) scheduleOperation(operation)
  }

  function scheduleExpiry({ orderId, status, expiresAt }: Order): void {
    if (status !== 'PENDING') return
    timers.at(expiresAt, () => {
      const order = orders.get(orderId)
      if (order?.status !== 'PENDING' || order.expiresAt > context.now()) return
      apply(expireOrder(order, context.now()))
    })
  }
  function scheduleOperation({ operationId, orderId, status, type }: Operation): void {
    if (status !== 'PENDING') return
    timers.after(PROCESSING_MS, () => {
      const operation = operations.get(operationId)
      const order = orders.get(orderId)
      if (operation?.status !== 'PENDING' || !order) return
      if (type === 'REFUND' && order.overrides.refunds === 'pend') return scheduleOperation(operation)
      apply(finishOperation(order, operation, context.now()))
    })
  }
  function resumeSchedules(): void {
    for (const order of orders.all()) scheduleExpiry(order)
    for (const operation of operations.all()) scheduleOperation(operation)
  }

  // Keys load before the webhooks, which are signed again when they are sent.
  const parts = { keys, orders, operations, idempotency, webhooks }
  return {
    ...parts,
    context,
    state: combineState('yandex-pay', parts, resumeSchedules),
    apply,
    close() {
      timers.close()
      webhooks.close()
    },
  }
}

export function listOperations({ operations }: Merchant, id: string): Operation[] {
  return operations.all().filter(({ orderId }) => orderId === id)
}

/** @throws YandexPayError  while an operation of the order is pending */
export function assertNoPendingOperation(merchant: Merchant, orderId: string): void {
  if (listOperations(merchant, orderId).every(({ status }) => status !== 'PENDING')) return
  const reason = `Order ${orderId} has an unfinished operation`
  throw new YandexPayError(409, 'ANOTHER_OPERATION_IN_PROGRESS', reason)
}

/** The hub writes its own payment id into the metadata, which is JSON text. Otherwise the order has the hub's id. */
export function readHubPaymentId({ metadata, orderId }: Order): string {
  try {
    const id = JSON.parse(metadata ?? '')?.orderId
    return typeof id === 'string' ? id : orderId
  } catch {
    return orderId
  }
}

function webhookAbout(
  subject: Change['events'][number],
  { order, operation }: Change,
  nowMs: number,
): Webhook {
  const eventTime = new Date(nowMs).toISOString().replace('Z', '000+00:00')
  const isOperation = subject === 'operation' && operation !== undefined
  const event = isOperation ? 'OPERATION_STATUS_UPDATED' : 'ORDER_STATUS_UPDATED'
  const content = isOperation ? renderOperationEvent(order, operation) : renderOrderEvent(order)
  return {
    paymentId: order.orderId,
    event: `${event}.${isOperation ? operation.status : order.status}`,
    body: JSON.stringify({ event, eventTime, ...content }),
  }
}
