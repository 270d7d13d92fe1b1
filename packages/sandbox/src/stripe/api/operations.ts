import type { Account } from '../account/account.ts'
import type { Cause } from '../account/events.ts'
import type { Params } from '../model/form.ts'
import type { StripeObject } from '../model/render.ts'
import { chargeOperations } from './charges.ts'
import { intentOperations } from './payment-intents.ts'
import { refundOperations } from './refunds.ts'

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
