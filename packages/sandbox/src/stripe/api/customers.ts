import { newId } from '../../platform/ids.ts'
import { invalidRequest, resourceMissing } from '../model/errors.ts'
import type { SavedMethod } from '../model/records.ts'
import { renderCustomer, renderMethod, type StripeObject } from '../model/render.ts'
import type { Call, Operation } from './operation.ts'
import { parseMetadata } from './params.ts'

/** Customers, and the payment methods saved for them. */
export const customerOperations: Operation[] = [
  { name: 'customers.create', method: 'POST', path: '/customers', run: create },
  {
    name: 'payment_methods.retrieve',
    method: 'GET',
    path: '/payment_methods/:id',
    run: (call) => renderMethod(find(call)),
  },
  { name: 'payment_methods.detach', method: 'POST', path: '/payment_methods/:id/detach', run: detach },
]

function create({ account, params }: Call): StripeObject {
  const metadata = parseMetadata(params.metadata ?? '', {})
  const customer = { id: newId('cus_', 14), metadata, createdAt: account.nowS() }
  account.customers.put(customer)
  account.context.stateChanged()
  return renderCustomer(customer)
}

function detach(call: Call): StripeObject {
  const method = find(call)
  if (method.customer === null) {
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  }
  const savedMethod = { ...method, customer: null }
  call.account.apply({ savedMethod, events: [] }, call.cause)
  return renderMethod(savedMethod)
}

function find({ account, id }: Call): SavedMethod {
  const method = account.methods.get(id)
  if (!method) throw resourceMissing('PaymentMethod', id)
  return method
}
