import { invalidRequest, resourceMissing } from '../model/errors.ts'
import type { Charge, Refund } from '../model/records.ts'
import { refundCharge } from '../model/refund.ts'
import { renderRefund, type StripeObject } from '../model/render.ts'
import { listPage } from './listing.ts'
import type { Call, Operation } from './operation.ts'
import { missingParam, parseAmount, parseChoice, parseMetadata, parseText } from './params.ts'

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer']

export const refundOperations: Operation[] = [
  { name: 'refunds.create', method: 'POST', path: '/refunds', run: create },
  { name: 'refunds.list', method: 'GET', path: '/refunds', run: list },
  { name: 'refunds.retrieve', method: 'GET', path: '/refunds/:id', run: (call) => renderRefund(find(call)) },
  { name: 'refunds.update', method: 'POST', path: '/refunds/:id', run: update },
]

function create(call: Call): StripeObject {
  const { account, params, cause } = call
  const terms = {
    amount: params.amount === undefined ? undefined : parseAmount(params.amount),
    reason: params.reason === undefined ? null : parseChoice('reason', params.reason, REASONS),
    metadata: parseMetadata(params.metadata ?? '', {}),
  }
  const { refund } = account.apply(refundCharge(chargeToRefund(call), terms, account.nowS()), cause)
  return renderRefund(refund)
}

function update(call: Call): StripeObject {
  const { account, params, cause } = call
  const refund = find(call)
  const metadata = parseMetadata(params.metadata ?? {}, refund.metadata)
  const change = account.apply({ refund: { ...refund, metadata }, events: [] }, cause)
  return renderRefund(change.refund)
}

function list({ account, params }: Call): StripeObject {
  const refunds = account.refunds
    .all()
    .filter(
      ({ chargeId, intentId }) =>
        (params.charge === undefined || params.charge === chargeId) &&
        (params.payment_intent === undefined || params.payment_intent === intentId),
    )
  return listPage('/v1/refunds', refunds, params, {
    createdAt: (refund) => refund.createdAt,
    render: renderRefund,
  })
}

function find({ account, id }: Call): Refund {
  const refund = account.refunds.get(id)
  if (!refund) throw resourceMissing('refund', id)
  return refund
}

function chargeToRefund({ account, params }: Call): Charge {
  const { charges, intents } = account
  if (params.charge !== undefined) {
    const id = parseText('charge', params.charge)
    const charge = charges.get(id)
    if (!charge) throw resourceMissing('charge', id, 'charge')
    return charge
  }
  if (params.payment_intent === undefined) throw missingParam('payment_intent')
  const id = parseText('payment_intent', params.payment_intent)
  const intent = intents.get(id)
  if (!intent) throw resourceMissing('payment_intent', id, 'payment_intent')
  const charge = charges.get(intent.latestCharge)
  if (intent.status === 'succeeded' && charge) return charge
  throw invalidRequest(
    `This PaymentIntent (${id}) does not have a successful charge to refund.`,
    'payment_intent',
  )
}
