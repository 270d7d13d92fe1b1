import {
  type Outcome,
  type PaymentDetails,
  type PaymentEmulator,
  readPayments,
  withOverrides,
} from '../payments/emulator.ts'
import type { SandboxContext } from '../platform/context.ts'
import { createOfficialContext } from '../platform/official-hosts.ts'
import { ProviderError } from '../platform/problem.ts'
import { apiRoutes } from './api/routes.ts'
import { assertNoPendingOperation, openMerchant, readHubPaymentId } from './merchant/merchant.ts'
import { finished, fullRefund, startCapture } from './model/operation.ts'
import { declineOrder, expireOrder, payOrder } from './model/order.ts'
import type { Change, Order } from './model/records.ts'
import { pageRoutes } from './payment-page/pages.ts'

/** Emulates Yandex Pay: its API under `/api`, the payment page under `/yandex-pay`, its signed webhooks. */
export function openYandexPay(sandbox: SandboxContext): PaymentEmulator {
  const context = createOfficialContext(sandbox, 'https://pay.ya.ru')
  const merchant = openMerchant(context)
  const { orders, webhooks, state, close } = merchant
  const { expect, ...views } = readPayments(orders, details)
  return {
    name: 'yandex-pay',
    state,
    routes(app) {
      apiRoutes(app, merchant)
      pageRoutes(app, merchant)
    },
    ...views,
    applyOutcome(id, outcome, delivery) {
      const order = expect(id)
      if (delivery.webhook === 'forge') {
        return merchant.apply(changeFor(pretend(order, outcome), outcome, context.now()), delivery)
      }
      if (outcome === 'succeed' && order.status === 'CAPTURED') {
        const event = 'ORDER_STATUS_UPDATED.CAPTURED'
        if (delivery.webhook === 'send') webhooks.replay(id, { ...delivery, event })
        return
      }
      assertNoPendingOperation(merchant, id)
      merchant.apply(changeFor(order, outcome, context.now()), delivery)
    },
    replayWebhook: webhooks.replay,
    override(id, overrides) {
      if (overrides.mode) throw new ProviderError('A Yandex Pay order has no mode.')
      if (overrides.receipts) throw new ProviderError('Yandex Pay reports no receipts.')
      merchant.apply({ order: withOverrides(expect(id), overrides), events: [] })
    },
    close,
  }
}

/** @throws ProviderError  when the order's status does not allow the outcome */
function changeFor(order: Order, outcome: Outcome, nowMs: number): Change {
  switch (outcome) {
    case 'succeed': {
      if (order.status !== 'AUTHORIZED') return payOrder(order, nowMs)
      const fields = { amountMinor: order.amountMinor, targetItems: order.items }
      return finished(
        startCapture(order, { externalOperationId: null, request: null, ...fields }, nowMs),
        nowMs,
      )
    }
    case 'decline':
      return declineOrder(order, nowMs)
    case 'abandon':
      return expireOrder(order, nowMs)
    case 'refund': {
      const started = fullRefund(order, nowMs)
      const { refunds = 'succeed' } = order.overrides
      return refunds === 'succeed' ? finished(started, nowMs) : started
    }
    case 'dispute':
      throw new ProviderError('Yandex Pay reports no disputes to merchants.')
  }
}

/** The order in a forged webhook's status, whatever its real one. */
function pretend(order: Order, outcome: Outcome): Order {
  if (outcome !== 'refund') return { ...order, status: 'PENDING' }
  return { ...order, status: 'CAPTURED', refundedMinor: 0, overrides: {} }
}

function details(order: Order): PaymentDetails {
  const { orderId: id, amountMinor, refundedMinor, currency, status } = order
  const canRefund = status === 'CAPTURED' || status === 'PARTIALLY_REFUNDED'
  return {
    provider: 'yandex-pay',
    id,
    hubPaymentId: readHubPaymentId(order),
    amountMinor,
    currency,
    status,
    description: order.purpose ?? order.items.map(({ title }) => title).join(', '),
    createdAtMs: order.createdAt,
    outcomes: [
      ...(status === 'PENDING' ? (['succeed', 'decline', 'abandon'] as const) : []),
      ...(status === 'AUTHORIZED' ? (['succeed'] as const) : []),
      ...(canRefund ? (['refund'] as const) : []),
    ],
    refundedMinor,
    disputed: false,
  }
}
