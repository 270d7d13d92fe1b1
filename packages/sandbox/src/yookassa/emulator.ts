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
import { generalDecline, succeedingCard } from './model/cards.ts'
import {
  capturePayment,
  cardMethod,
  completeChallenge,
  expirePayment,
  failPayment,
  payPayment,
} from './model/payment.ts'
import type { Change, Payment } from './model/records.ts'
import { createRefund } from './model/refund.ts'
import { openShop, pendingRefundsMinor, readHubPaymentId, type Shop } from './shop/shop.ts'
import { pageRoutes } from './widget/pages.ts'

/** Emulates YooKassa: its API under `/v3`, its widget and pages under `/yookassa`, its notifications. */
export function openYooKassa(sandbox: SandboxContext): PaymentEmulator {
  const context = createOfficialContext(sandbox, 'https://yoomoney.ru')
  const shop = openShop(context)
  const { payments, webhooks, state, close } = shop
  const { expect, ...views } = readPayments(payments, details)
  return {
    name: 'yookassa',
    state,
    routes(app) {
      apiRoutes(app, shop)
      pageRoutes(app, shop)
    },
    ...views,
    applyOutcome(id, outcome, delivery) {
      const payment = expect(id)
      if (delivery.webhook === 'forge') {
        return shop.apply(changeFor(shop, pretend(payment, outcome), outcome), delivery)
      }
      if (outcome === 'succeed' && payment.status === 'succeeded') {
        if (delivery.webhook === 'send') webhooks.replay(id, { ...delivery, event: 'payment.succeeded' })
        return
      }
      shop.apply(changeFor(shop, payment, outcome), delivery)
    },
    replayWebhook: webhooks.replay,
    override(id, overrides) {
      shop.apply({ payment: withOverrides(expect(id), overrides), events: [] })
    },
    close,
  }
}

/** @throws ProviderError  when the payment's status does not allow the outcome */
function changeFor(shop: Shop, payment: Payment, outcome: Outcome): Change {
  const nowMs = shop.context.now()
  switch (outcome) {
    case 'succeed':
      if (payment.status === 'waiting_for_capture') return capturePayment(payment, undefined, nowMs)
      if (payment.challenge) return completeChallenge(payment, true, nowMs)
      return payPayment(payment, cardMethod(succeedingCard, nowMs), succeedingCard.number, nowMs)
    case 'decline':
      return failPayment(payment, generalDecline)
    case 'abandon':
      return expirePayment(payment)
    case 'refund': {
      const { id, amountMinor, refundedMinor, currency } = payment
      const pendingMinor = pendingRefundsMinor(shop, id)
      const restMinor = amountMinor - refundedMinor - pendingMinor
      if (restMinor === 0) throw new ProviderError('The payment is already refunded.')
      const { receipt } = payment
      const fields = { amountMinor: restMinor, currency, description: null, metadata: {}, receipt }
      return createRefund(payment, pendingMinor, fields, nowMs)
    }
    case 'dispute':
      throw new ProviderError('YooKassa reports no disputes to shops.')
  }
}

/** The payment in a forged webhook's status, whatever its real one. */
function pretend(payment: Payment, outcome: Outcome): Payment {
  if (outcome !== 'refund') return { ...payment, status: 'pending' }
  return { ...payment, status: 'succeeded', refundedMinor: 0 }
}

function details(payment: Payment): PaymentDetails {
  const { id, amountMinor, refundedMinor, currency, status, description } = payment
  const isOpen = status === 'pending' || status === 'waiting_for_capture'
  const canRefund = status === 'succeeded' && refundedMinor < amountMinor
  return {
    provider: 'yookassa',
    id,
    hubPaymentId: readHubPaymentId(payment),
    amountMinor,
    currency,
    status,
    description,
    createdAtMs: payment.createdAt,
    outcomes: [
      ...(isOpen ? (['succeed', 'decline', 'abandon'] as const) : []),
      ...(canRefund ? (['refund'] as const) : []),
    ],
    refundedMinor,
    disputed: false,
  }
}
