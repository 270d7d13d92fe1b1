import type { Account } from './account.ts'
import { chargeOperations } from './charge-operations.ts'
import type { Cause } from './events.ts'
import type { Params } from './form.ts'
import { intentOperations } from './intent-operations.ts'
import { refundOperations } from './refund-operations.ts'
import type { StripeObject } from './render.ts'

/** One API request, authenticated and parsed. */
export interface Call {
  account: Account
  params: Params
  /** From the path: `/v1/payment_intents/{id}`. */
  id: string
  /** A buyer comes with the publishable key and must show the client secret. */
  isBuyer: boolean
  cause: Cause
}

export interface Operation {
  /** `payment_intents.create`: what known parameters and ordered faults are looked up by. */
  name: string
  method: 'GET' | 'POST'
  path: string
  allowsBuyer?: boolean
  /** @throws StripeFailure */
  run(call: Call): StripeObject
}

export const operations: Operation[] = [...intentOperations, ...refundOperations, ...chargeOperations]
