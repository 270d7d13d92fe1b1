import type { StripeEvent } from '../account/events.ts'
import { closeDispute, submitEvidence } from '../model/dispute.ts'
import { resourceMissing } from '../model/errors.ts'
import { type Params, toList } from '../model/form.ts'
import type { Charge, Dispute } from '../model/records.ts'
import { renderAccount, renderCharge, renderDispute, type StripeObject } from '../model/render.ts'
import { listPage } from './listing.ts'
import type { Call, Operation } from './operation.ts'

/** Charges, disputes, events and the account itself. */
export const chargeOperations: Operation[] = [
  { name: 'charges.list', method: 'GET', path: '/charges', run: listCharges },
  { name: 'charges.retrieve', method: 'GET', path: '/charges/:id', run: retrieveCharge },
  { name: 'disputes.list', method: 'GET', path: '/disputes', run: listDisputes },
  {
    name: 'disputes.retrieve',
    method: 'GET',
    path: '/disputes/:id',
    run: (call) => renderDispute(findDispute(call)),
  },
  { name: 'disputes.update', method: 'POST', path: '/disputes/:id', run: updateDispute },
  { name: 'disputes.close', method: 'POST', path: '/disputes/:id/close', run: acceptDispute },
  { name: 'account', method: 'GET', path: '/account', run: renderAccount },
  { name: 'events.list', method: 'GET', path: '/events', run: listEvents },
  { name: 'events.retrieve', method: 'GET', path: '/events/:id', run: retrieveEvent },
]

function retrieveCharge({ account, id }: Call): StripeObject {
  const charge = account.charges.get(id)
  if (!charge) throw resourceMissing('charge', id)
  return renderCharge(charge, account.context.url)
}

function listCharges({ account, params }: Call): StripeObject {
  const charges = account.charges.all().filter(({ intentId }) => matches(params.payment_intent, intentId))
  return listPage('/v1/charges', charges, params, {
    createdAt: (charge) => charge.createdAt,
    render: (charge) => renderCharge(charge, account.context.url),
  })
}

function listDisputes({ account, params }: Call): StripeObject {
  const disputes = account.disputes
    .all()
    .filter(
      ({ intentId, chargeId }) =>
        matches(params.payment_intent, intentId) && matches(params.charge, chargeId),
    )
  return listPage('/v1/disputes', disputes, params, {
    createdAt: (dispute) => dispute.createdAt,
    render: renderDispute,
  })
}

function updateDispute(call: Call): StripeObject {
  const { evidence } = call.params
  const text = typeof evidence === 'object' ? evidence.uncategorized_text : undefined
  const found = findDispute(call)
  const charge = call.account.charges.get(found.chargeId) as Charge
  const { dispute } = call.account.apply(submitEvidence(found, charge, String(text ?? '')), call.cause)
  return renderDispute(dispute)
}

function acceptDispute(call: Call): StripeObject {
  const { dispute } = call.account.apply(closeDispute(findDispute(call)), call.cause)
  return renderDispute(dispute)
}

function findDispute({ account, id }: Call): Dispute {
  const dispute = account.disputes.get(id)
  if (!dispute) throw resourceMissing('dispute', id)
  return dispute
}

function listEvents({ account, params }: Call): StripeObject {
  const types = [...toList(params.type), ...toList(params.types)]
  const events = account.events
    .all()
    .filter((event) => types.length === 0 || types.some((type) => hasType(event, type)))
    .filter((event) => matches(params.delivery_success, String(event.pending_webhooks === 0)))
  return listPage('/v1/events', events, params, {
    createdAt: (event) => event.created,
    render: (event) => ({ ...event }),
  })
}

function retrieveEvent({ account, id }: Call): StripeObject {
  const event = account.events.find(id)
  if (!event) throw resourceMissing('event', id)
  return { ...event }
}

/** A trailing `*` is a wildcard: `charge.*`. */
function hasType(event: StripeEvent, type: string): boolean {
  return type.endsWith('*') ? event.type.startsWith(type.slice(0, -1)) : event.type === type
}

function matches(filter: string | Params | undefined, value: string): boolean {
  return filter === undefined || filter === value
}
