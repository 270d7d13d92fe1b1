import { invalid, missing } from '../model/errors.ts'
import type { Charge, Refund } from '../model/records.ts'
import { refundCharge } from '../model/refund.ts'
import { renderRefund, type StripeObject } from '../model/render.ts'
import { listPage } from './listing.ts'
import type { Call, Operation } from './operations.ts'
import { lacking, oneOf, plainText, readAmount, readMetadata } from './params.ts'

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
    amount: params.amount === undefined ? undefined : readAmount(params.amount),
    reason: params.reason === undefined ? null : oneOf('reason', params.reason, REASONS),
    metadata: readMetadata(params.metadata ?? '', {}),
  }
  const { refund } = account.apply(refundCharge(chargeToRefund(call), terms, account.nowS()), cause)
  return renderRefund(refund as Refund)
}

function update(call: Call): StripeObject {
  const { account, params, cause } = call
  const refund = find(call)
  const metadata = readMetadata(params.metadata ?? {}, refund.metadata)
  const change = account.apply({ refund: { ...refund, metadata }, news: [] }, cause)
  return renderRefund(change.refund as Refund)
}

function list({ account, params }: Call): StripeObject {
  const refunds = [...account.ledger.refunds.values()].filter(
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
  const refund = account.ledger.refunds.get(id)
  if (!refund) throw missing('refund', id)
  return refund
}

function chargeToRefund({ account, params }: Call): Charge {
  const { charges, intents } = account.ledger
  if (params.charge !== undefined) {
    const id = plainText('charge', params.charge)
    const charge = charges.get(id)
    if (!charge) throw missing('charge', id, 'charge')
    return charge
  }
  if (params.payment_intent === undefined) throw lacking('payment_intent')
  const id = plainText('payment_intent', params.payment_intent)
  const intent = intents.get(id)
  if (!intent) throw missing('payment_intent', id, 'payment_intent')
  const charge = charges.get(intent.latestCharge ?? '')
  if (intent.status === 'succeeded' && charge) return charge
  throw invalid(`This PaymentIntent (${id}) does not have a successful charge to refund.`, 'payment_intent')
}
