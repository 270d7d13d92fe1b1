import type { ApiOperation } from '../../platform/emulated-api.ts'
import type { Account } from '../account/account.ts'
import type { Cause } from '../account/events.ts'
import type { Params } from '../model/form.ts'
import type { StripeObject } from '../model/render.ts'

/** An authenticated API request with parsed parameters. */
export interface Call {
  account: Account
  params: Params
  /** Path parameter: `/v1/payment_intents/{id}`. */
  id: string
  /** True for the publishable key, which needs the client secret. */
  isBuyer: boolean
  cause: Cause
}

export interface Operation extends ApiOperation {
  allowsBuyer?: boolean
  /** @throws StripeError */
  run(call: Call): StripeObject
}
