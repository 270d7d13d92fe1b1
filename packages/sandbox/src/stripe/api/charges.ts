import type { StripeEvent } from '../account/events.ts'
import { missing } from '../model/errors.ts'
import { listOf, type Params } from '../model/form.ts'
import type { Dispute } from '../model/records.ts'
import { closeDispute, decideDispute } from '../model/refund.ts'
import { renderCharge, renderDispute, type StripeObject } from '../model/render.ts'
import { listPage } from './listing.ts'
import type { Call, Operation } from './operations.ts'

/** What is mostly read: charges, disputes, and the events that told of everything. */
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
  { name: 'disputes.update', method: 'POST', path: '/disputes/:id', run: submitEvidence },
  { name: 'disputes.close', method: 'POST', path: '/disputes/:id/close', run: close },
  { name: 'events.list', method: 'GET', path: '/events', run: listEvents },
  { name: 'events.retrieve', method: 'GET', path: '/events/:id', run: retrieveEvent },
]

function retrieveCharge({ account, id }: Call): StripeObject {
  const charge = account.ledger.charges.get(id)
  if (!charge) throw missing('charge', id)
  return renderCharge(charge, account.place.url)
}

function listCharges({ account, params }: Call): StripeObject {
  const { charges } = account.ledger
  const wanted = [...charges.values()].filter(({ intentId }) => isAsked(params.payment_intent, intentId))
  return listPage('/v1/charges', wanted, params, {
    createdAt: (charge) => charge.createdAt,
    render: (charge) => renderCharge(charge, account.place.url),
  })
}

function listDisputes({ account, params }: Call): StripeObject {
  const wanted = [...account.ledger.disputes.values()].filter(
    ({ intentId, chargeId }) => isAsked(params.payment_intent, intentId) && isAsked(params.charge, chargeId),
  )
  return listPage('/v1/disputes', wanted, params, {
    createdAt: (dispute) => dispute.createdAt,
    render: renderDispute,
  })
}

function submitEvidence(call: Call): StripeObject {
  const { evidence } = call.params
  const words = typeof evidence === 'object' ? evidence.uncategorized_text : undefined
  const { dispute } = call.account.apply(decideDispute(findDispute(call), String(words ?? '')), call.cause)
  return renderDispute(dispute as Dispute)
}

function close(call: Call): StripeObject {
  const { dispute } = call.account.apply(closeDispute(findDispute(call)), call.cause)
  return renderDispute(dispute as Dispute)
}

function findDispute({ account, id }: Call): Dispute {
  const dispute = account.ledger.disputes.get(id)
  if (!dispute) throw missing('dispute', id)
  return dispute
}

function listEvents({ account, params }: Call): StripeObject {
  const types = [...listOf(params.type), ...listOf(params.types)]
  const wanted = account.events
    .all()
    .filter((event) => types.length === 0 || types.some((type) => isOfType(event, type)))
    .filter((event) => isAsked(params.delivery_success, String(event.pending_webhooks === 0)))
  return listPage('/v1/events', wanted, params, {
    createdAt: (event) => event.created,
    render: (event) => ({ ...event }),
  })
}

function retrieveEvent({ account, id }: Call): StripeObject {
  const event = account.events.find(id)
  if (!event) throw missing('event', id)
  return { ...event }
}

/** `charge.*` stands for every event about charges. */
function isOfType(event: StripeEvent, type: string): boolean {
  return type.endsWith('*') ? event.type.startsWith(type.slice(0, -1)) : event.type === type
}

function isAsked(asked: string | Params | undefined, actual: string): boolean {
  return asked === undefined || asked === actual
}
