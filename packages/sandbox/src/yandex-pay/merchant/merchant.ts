import { type Telling, tellingOf } from '../../payments/emulator.ts'
import { createReplays, type Replays } from '../../payments/idempotency.ts'
import { createWebhooks, type News, type Webhooks } from '../../payments/webhook-log.ts'
import { compressedRetriesMs } from '../../payments/webhook-queue.ts'
import type { Place } from '../../platform/context.ts'
import { createTimers } from '../../platform/timers.ts'
import { OPERATION_MS } from '../model/constants.ts'
import { finishOperation } from '../model/operation.ts'
import { failOrder } from '../model/order.ts'
import type { Change, Operation, Order } from '../model/records.ts'
import { renderOperationNews, renderOrderNews } from '../model/render.ts'
import { createKeys, type Keys } from './keys.ts'
import { createLedger, type Ledger } from './ledger.ts'

/** Ten tries at once, as documented, and then the long patience. */
const retriesMs = [...Array.from({ length: 10 }, () => 5), ...compressedRetriesMs]

/** The one emulated Yandex Pay merchant: its books, what it is told, and what happens in it by itself. */
export interface Merchant {
  readonly place: Place
  readonly ledger: Ledger
  readonly replays: Replays
  readonly webhooks: Webhooks
  readonly keys: Keys
  /** Enters a change in the books and tells the world. A forged one is only told. */
  apply(change: Change, telling?: Telling): void
  save(): SavedMerchant
  load(saved: SavedMerchant): void
  close(): void
}

export interface SavedMerchant {
  ledger: ReturnType<Ledger['save']>
  replays: ReturnType<Replays['save']>
  webhooks: ReturnType<Webhooks['save']>
  keys: ReturnType<Keys['save']>
}

export function openMerchant(place: Place): Merchant {
  const ledger = createLedger(place)
  const replays = createReplays(place.now)
  const keys = createKeys()
  const timers = createTimers(place)
  const webhooks = createWebhooks(place, '/webhooks/yandex-pay/v1/webhook', {
    retryAfterMs: retriesMs,
    seal: ({ body, isForged }, signedAtMs) => keys.seal(body, signedAtMs, isForged),
  })

  const apply: Merchant['apply'] = (change, telling = tellingOf(change.order.rig)) => {
    const isForged = telling.webhook === 'forge'
    if (!isForged) ledger.keep(change)
    for (const about of change.news) webhooks.tell(newsOf(about, change, place.now()), telling)
    if (isForged) return
    planExpiry(change.order)
    if (change.operation) planOperation(change.operation)
  }

  function planExpiry({ orderId, status, expiresAt }: Order): void {
    if (status !== 'PENDING') return
    timers.at(expiresAt, () => {
      const order = ledger.orders.get(orderId)
      if (order?.status !== 'PENDING' || order.expiresAt > place.now()) return
      apply(failOrder(order, 'The time to pay has run out', place.now()))
    })
  }
  function planOperation({ operationId, orderId, status, type }: Operation): void {
    if (status !== 'PENDING') return
    timers.after(OPERATION_MS, () => {
      const operation = ledger.operations.get(operationId)
      const order = ledger.orders.get(orderId)
      if (operation?.status !== 'PENDING' || !order) return
      if (type === 'REFUND' && order.rig.refunds === 'pend') return planOperation(operation)
      apply(finishOperation(order, operation, place.now()))
    })
  }

  return {
    place,
    ledger,
    replays,
    webhooks,
    keys,
    apply,
    save: () => ({
      ledger: ledger.save(),
      replays: replays.save(),
      webhooks: webhooks.save(),
      keys: keys.save(),
    }),
    load(saved) {
      keys.load(saved.keys)
      ledger.load(saved.ledger)
      replays.load(saved.replays)
      webhooks.load(saved.webhooks)
      // What was about to happen when the sandbox stopped still happens.
      for (const order of ledger.orders.values()) planExpiry(order)
      for (const operation of ledger.operations.values()) planOperation(operation)
    },
    close() {
      timers.close()
      webhooks.close()
    },
  }
}

function newsOf(about: 'order' | 'operation', { order, operation }: Change, nowMs: number): News {
  const eventTime = new Date(nowMs).toISOString().replace('Z', '000+00:00')
  const isOperation = about === 'operation' && operation !== undefined
  const event = isOperation ? 'OPERATION_STATUS_UPDATED' : 'ORDER_STATUS_UPDATED'
  const body = isOperation ? renderOperationNews(order, operation) : renderOrderNews(order)
  return {
    paymentId: order.orderId,
    event: `${event}.${isOperation ? operation.status : order.status}`,
    body: JSON.stringify({ event, eventTime, ...body }),
  }
}
