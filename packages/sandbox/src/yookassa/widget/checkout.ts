import { z } from 'zod'
import { Problem, read } from '../../platform/problem.ts'
import { YooKassaFailure } from '../model/errors.ts'
import { answerChallenge, cardMethod, payPayment, walletMethod } from '../model/payment.ts'
import type { Change, Payment } from '../model/records.ts'
import type { Shop } from '../shop/shop.ts'

const Card = z.strictObject({
  number: z.string().regex(/^\d{12,19}$/),
  expMonth: z.string().regex(/^(0[1-9]|1[0-2])$/),
  expYear: z.string().regex(/^\d{2}$/),
  cvc: z.string().regex(/^\d{3,4}$/),
})
const Deed = z.discriminatedUnion('deed', [
  z.strictObject({ deed: z.literal('card'), card: Card }),
  z.strictObject({ deed: z.literal('wallet') }),
  z.strictObject({ deed: z.literal('challenge'), hasPassed: z.boolean() }),
])

/** What the buyer's form knows of a payment. */
export interface CheckoutView {
  status: Payment['status']
  amountMinor: number
  currency: string
  description: string | null
  locale: string | null
  returnUrl: string | null
  methods: ('bank_card' | 'yoo_money')[]
  isAsked: boolean
  declineReason: string | null
  cancelReason: string | null
}

/** @throws Problem  404 for a token nobody was given */
export function lookAt(shop: Shop, token: string): CheckoutView {
  return viewOf(find(shop, token))
}

/** The buyer does something in the form. @throws Problem  when it is not the time for it */
export function hearBuyer(shop: Shop, token: string, body: unknown): CheckoutView {
  const deed = read(Deed, body)
  try {
    shop.apply(changeBy(deed, find(shop, token), shop.place.now()))
  } catch (error) {
    if (error instanceof YooKassaFailure) throw new Problem(409, error.message)
    throw error
  }
  return lookAt(shop, token)
}

function changeBy(deed: z.infer<typeof Deed>, payment: Payment, nowMs: number): Change {
  switch (deed.deed) {
    case 'card':
      return payPayment(payment, cardMethod(deed.card, nowMs), deed.card.number, nowMs)
    case 'wallet':
      return payPayment(payment, walletMethod(nowMs), null, nowMs)
    case 'challenge':
      return answerChallenge(payment, deed.hasPassed, nowMs)
  }
}

function find(shop: Shop, token: string): Payment {
  const payment = shop.ledger.paymentOfToken(token)
  if (!payment) throw new Problem(404, 'No such token')
  return payment
}

function viewOf(payment: Payment): CheckoutView {
  const { status, amountMinor, currency, description, confirmation, onlyMethod } = payment
  return {
    status,
    amountMinor,
    currency,
    description,
    locale: confirmation.locale,
    returnUrl: confirmation.returnUrl,
    methods: onlyMethod ? [onlyMethod] : ['bank_card', 'yoo_money'],
    isAsked: payment.challenge !== null,
    declineReason: payment.lastDecline?.reason ?? null,
    cancelReason: payment.cancellation?.reason ?? null,
  }
}
