import {
  type ListedPayment,
  newestOf,
  type Outcome,
  OutcomeRefused,
  type PaymentDetails,
  type PaymentProvider,
  type PaymentView,
} from '../payments/emulator.ts'
import { pendingOf } from './api/refunds.ts'
import { generalDecline, goodCard } from './model/cards.ts'
import { YooKassaFailure } from './model/errors.ts'
import {
  answerChallenge,
  capturePayment,
  cardMethod,
  endPayment,
  expirePayment,
  payPayment,
} from './model/payment.ts'
import type { Change, Payment } from './model/records.ts'
import { createRefund } from './model/refund.ts'
import { hubPaymentOf } from './shop/ledger.ts'
import type { Shop } from './shop/shop.ts'

const PROVIDER = 'yookassa'

/** YooKassa as the control API and the people page see it. */
export function yookassaPayments(shop: Shop): PaymentProvider {
  const { ledger, webhooks } = shop
  const get = (id: string) => ledger.payments.get(id) as Payment
  return {
    name: PROVIDER,
    payments: (limit) => newestOf(ledger.payments, limit).map(listed),
    details: (limit) => newestOf(ledger.payments, limit).map(detail),
    find(id) {
      const payment = ledger.payments.get(id) ?? ledger.paymentOfHub(id)
      return payment && listed(payment)
    },
    decide(id, outcome, telling) {
      const payment = get(id)
      const isForged = telling.webhook === 'forge'
      if (outcome === 'succeed' && payment.status === 'succeeded' && !isForged) {
        if (telling.webhook === 'send') webhooks.repeat(id, 'payment.succeeded', telling)
        return view(payment)
      }
      refusing(() =>
        shop.apply(changeFor(shop, isForged ? claimed(payment, outcome) : payment, outcome), telling),
      )
      return view(get(id))
    },
    replay(id, { event, ...replay }) {
      if (webhooks.repeat(id, event, replay)) return view(get(id))
      throw new OutcomeRefused('YooKassa told nothing of the kind about this payment.')
    },
    rig(id, rig) {
      const payment = get(id)
      const { amountMinor = payment.amountMinor, currency = payment.currency } = rig
      shop.apply({
        payment: { ...payment, amountMinor, currency, rig: { ...payment.rig, ...rig } },
        news: [],
      })
      return view(get(id))
    },
  }
}

/** @throws YooKassaFailure | OutcomeRefused  when the payment is in no state for it */
function changeFor(shop: Shop, payment: Payment, outcome: Outcome): Change {
  const nowMs = shop.place.now()
  switch (outcome) {
    case 'succeed':
      if (payment.status === 'waiting_for_capture') return capturePayment(payment, undefined, nowMs)
      if (payment.challenge) return answerChallenge(payment, true, nowMs)
      return payPayment(payment, cardMethod(goodCard, nowMs), goodCard.number, nowMs)
    case 'decline':
      return endPayment(payment, generalDecline)
    case 'abandon':
      return expirePayment(payment)
    case 'refund':
      return createRefund(payment, pendingOf(shop, payment.id), remainder(shop, payment), nowMs)
    case 'dispute':
      throw new OutcomeRefused('YooKassa tells shops of no disputes.')
  }
}

/** A forger claims what he likes: the payment as it would have to be for the outcome. */
function claimed(payment: Payment, outcome: Outcome): Payment {
  if (outcome !== 'refund') return { ...payment, status: 'pending' }
  return { ...payment, status: 'succeeded', refundedMinor: 0 }
}

function remainder(shop: Shop, payment: Payment) {
  const { amountMinor, refundedMinor, currency } = payment
  const left = amountMinor - refundedMinor - pendingOf(shop, payment.id)
  if (left === 0) throw new OutcomeRefused('The payment has been returned already.')
  return { amountMinor: left, currency, description: null, metadata: {} }
}

function refusing(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (error instanceof YooKassaFailure) throw new OutcomeRefused(error.message)
    throw error
  }
}

function listed(payment: Payment): ListedPayment {
  return { view: view(payment), createdAtMs: payment.createdAt }
}

function view(payment: Payment): PaymentView {
  const { id, amountMinor, currency, status } = payment
  return { provider: PROVIDER, id, hubPaymentId: hubPaymentOf(payment), amountMinor, currency, status }
}

function detail(payment: Payment): PaymentDetails {
  const { status, amountMinor, refundedMinor } = payment
  const isOpen = status === 'pending' || status === 'waiting_for_capture'
  const canRefund = status === 'succeeded' && refundedMinor < amountMinor
  return {
    ...view(payment),
    description: payment.description,
    createdAt: new Date(payment.createdAt).toISOString(),
    outcomes: [
      ...(isOpen ? (['succeed', 'decline', 'abandon'] as const) : []),
      ...(canRefund ? (['refund'] as const) : []),
    ],
    refundedMinor,
    disputed: false,
  }
}
