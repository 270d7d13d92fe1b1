import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { serveFiles } from '../../pages/assets.ts'
import { Problem, parseInput } from '../../platform/problem.ts'
import { bankMethod, cardMethod, completeChallenge, payPayment, walletMethod } from '../model/payment.ts'
import type { Change, Payment } from '../model/records.ts'
import type { Shop } from '../shop/shop.ts'

const Card = z.strictObject({
  number: z.string().regex(/^\d{12,19}$/),
  expMonth: z.string().regex(/^(0[1-9]|1[0-2])$/),
  expYear: z.string().regex(/^\d{2}$/),
  cvc: z.string().regex(/^\d{3,4}$/),
})
const BuyerAction = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('card'), card: Card }),
  z.strictObject({ action: z.literal('wallet') }),
  z.strictObject({
    action: z.literal('bank'),
    method: z.enum(['sbp', 'sberbank', 'tinkoff_bank', 'mir_pay']),
  }),
  z.strictObject({ action: z.literal('challenge'), hasPassed: z.boolean() }),
])

/** The shop's widget script, and the payment form in its frame or on its own page. */
export function pageRoutes(app: FastifyInstance, shop: Shop): void {
  serveFiles(app, join(import.meta.dirname, 'browser'), {
    '/yookassa/checkout-widget.js': 'checkout-widget.js',
    '/yookassa/pay': 'pay.html',
    '/yookassa/pay.js': 'pay.js',
    '/yookassa/messages.js': 'messages.js',
  })
  app.get<{ Params: { token: string } }>('/yookassa/checkout/:token', ({ params }, reply) => {
    reply.header('cache-control', 'no-store')
    return checkoutView(find(params.token), shop)
  })
  app.post<{ Params: { token: string } }>('/yookassa/checkout/:token', ({ params, body }) => {
    const action = parseInput(BuyerAction, body)
    shop.apply(changeFor(action, find(params.token), shop.context.now()))
    return checkoutView(find(params.token), shop)
  })

  function find(token: string): Payment {
    const payment = shop.payments.findBy('token', token)
    if (!payment) throw new Problem(404, 'No such token')
    return payment
  }
}

function changeFor(action: z.infer<typeof BuyerAction>, payment: Payment, nowMs: number): Change {
  switch (action.action) {
    case 'card':
      return payPayment(payment, cardMethod(action.card, nowMs), action.card.number, nowMs)
    case 'wallet':
      return payPayment(payment, walletMethod(nowMs), null, nowMs)
    case 'bank':
      return payPayment(payment, bankMethod(action.method, nowMs), null, nowMs)
    case 'challenge':
      return completeChallenge(payment, action.hasPassed, nowMs)
  }
}

/** Content of the payment form. */
function checkoutView(payment: Payment, { context }: Shop) {
  const { status, amountMinor, currency, description, confirmation, onlyMethod } = payment
  return {
    status,
    amountMinor,
    currency,
    description,
    locale: confirmation.locale,
    returnUrl: confirmation.returnUrl,
    methods: onlyMethod ? [onlyMethod] : context.yookassaMethods,
    hasChallenge: payment.challenge !== null,
    declineReason: payment.lastDecline?.reason ?? null,
    cancelReason: payment.cancellation?.reason ?? null,
  }
}
