import { ProviderError } from '../../platform/problem.ts'

export interface ErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  [field: string]: unknown
}

/** An error in Stripe's format. */
export class StripeError extends ProviderError {
  readonly status: number
  readonly body: ErrorBody
  /** True when the work had begun. Only then is the response stored for the idempotency key. */
  readonly hasExecuted: boolean

  constructor(status: number, body: ErrorBody, hasExecuted = false) {
    super(body.message)
    this.status = status
    this.body = body.code
      ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` }
      : body
    this.hasExecuted = hasExecuted
  }
}

export function invalidRequest(message: string, param?: string, code?: string): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, param, code })
}

/** The object's state does not allow the request. The work had begun, so the idempotency key keeps this response. */
export function stateConflict(message: string, param?: string, code?: string): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, param, code }, true)
}

export function resourceMissing(
  kind: string,
  id: string,
  param = kind === 'payment_intent' ? 'intent' : 'id',
): StripeError {
  const message = `No such ${kind}: '${id}'`
  return new StripeError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param })
}
