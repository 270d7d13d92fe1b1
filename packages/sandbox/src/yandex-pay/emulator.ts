import {
  type ListedPayment,
  newestOf,
  type Outcome,
  OutcomeRefused,
  type PaymentDetails,
  type PaymentProvider,
  type PaymentView,
} from '../payments/emulator.ts'
import { expectIdle, finished, restOf } from './api/orders.ts'
import { hubPaymentOf } from './merchant/ledger.ts'
import type { Merchant } from './merchant/merchant.ts'
import { YandexPayFailure } from './model/errors.ts'
import { startCapture, startRefund } from './model/operation.ts'
import { declineOrder, failOrder, payOrder } from './model/order.ts'
import type { Change, Order } from './model/records.ts'

const PROVIDER = 'yandex-pay'
const unnamed = { externalOperationId: null, request: null }

/** Yandex Pay as the control API and the people page see it. */
export function yandexPayments(merchant: Merchant): PaymentProvider {
  const { ledger, webhooks, place } = merchant
  const get = (id: string) => ledger.orders.get(id) as Order
  return {
    name: PROVIDER,
    payments: (limit) => newestOf(ledger.orders, limit).map(listed),
    details: (limit) => newestOf(ledger.orders, limit).map(detail),
    find(id) {
      const order = ledger.orders.get(id) ?? ledger.orderOfHub(id)
      return order && listed(order)
    },
    decide(id, outcome, telling) {
      const order = get(id)
      const isForged = telling.webhook === 'forge'
      if (outcome === 'succeed' && order.status === 'CAPTURED' && !isForged) {
        if (telling.webhook === 'send') webhooks.repeat(id, 'ORDER_STATUS_UPDATED.CAPTURED', telling)
        return view(order)
      }
      refusing(() => {
        if (!isForged) expectIdle(merchant, id)
        const basis = isForged ? claimed(order, outcome) : order
        merchant.apply(changeFor(basis, outcome, place.now()), telling)
      })
      return view(get(id))
    },
    replay(id, { event, ...replay }) {
      if (webhooks.repeat(id, event, replay)) return view(get(id))
      throw new OutcomeRefused('Yandex Pay told nothing of the kind about this order.')
    },
    rig(id, rig) {
      if (rig.mode) throw new OutcomeRefused('An order of Yandex Pay does not tell its mode.')
      if (rig.receipts) throw new OutcomeRefused('Yandex Pay tells nothing of receipts.')
      const order = get(id)
      const { amountMinor = order.amountMinor, currency = order.currency } = rig
      merchant.apply({ order: { ...order, amountMinor, currency, rig: { ...order.rig, ...rig } }, news: [] })
      return view(get(id))
    },
  }
}

/** @throws YandexPayFailure | OutcomeRefused  when the order is in no state for it */
function changeFor(order: Order, outcome: Outcome, nowMs: number): Change {
  switch (outcome) {
    case 'succeed': {
      if (order.status !== 'AUTHORIZED') return payOrder(order, nowMs)
      const whole = { amountMinor: order.amountMinor, targetItems: order.items }
      return finished(startCapture(order, { ...unnamed, ...whole }, nowMs), nowMs)
    }
    case 'decline':
      return declineOrder(order, nowMs)
    case 'abandon':
      return failOrder(order, 'The time to pay has run out', nowMs)
    case 'refund': {
      const asked = startRefund(order, { ...unnamed, ...restOf(order) }, nowMs)
      return order.rig.refunds === undefined || order.rig.refunds === 'succeed'
        ? finished(asked, nowMs)
        : asked
    }
    case 'dispute':
      throw new OutcomeRefused('Yandex Pay tells merchants of no disputes.')
  }
}

/** A forger claims what he likes: the order as it would have to be for the outcome. */
function claimed(order: Order, outcome: Outcome): Order {
  if (outcome !== 'refund') return { ...order, status: 'PENDING' }
  return { ...order, status: 'CAPTURED', refundedMinor: 0, rig: {} }
}

function refusing(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (error instanceof YandexPayFailure) throw new OutcomeRefused(error.message)
    throw error
  }
}

function listed(order: Order): ListedPayment {
  return { view: view(order), createdAtMs: order.createdAt }
}

function view(order: Order): PaymentView {
  const { orderId: id, amountMinor, currency, status } = order
  return { provider: PROVIDER, id, hubPaymentId: hubPaymentOf(order), amountMinor, currency, status }
}

function detail(order: Order): PaymentDetails {
  const { status } = order
  const canRefund = status === 'CAPTURED' || status === 'PARTIALLY_REFUNDED'
  return {
    ...view(order),
    description: order.purpose ?? order.items.map(({ title }) => title).join(', '),
    createdAt: new Date(order.createdAt).toISOString(),
    outcomes: [
      ...(status === 'PENDING' ? (['succeed', 'decline', 'abandon'] as const) : []),
      ...(status === 'AUTHORIZED' ? (['succeed'] as const) : []),
      ...(canRefund ? (['refund'] as const) : []),
    ],
    refundedMinor: order.refundedMinor,
    disputed: false,
  }
}
