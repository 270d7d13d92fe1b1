export interface ErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  [more: string]: unknown
}

/** An answer in Stripe's error language. */
export class StripeFailure extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** Whether the work had begun: only then is the answer kept for the idempotency key. */
  readonly hasExecuted: boolean

  constructor(status: number, body: ErrorBody, hasExecuted = false) {
    super(body.message)
    this.status = status
    this.body = body.code
      ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${dashed(body.code)}` }
      : body
    this.hasExecuted = hasExecuted
  }
}

export function invalid(message: string, param?: string, code?: string): StripeFailure {
  return new StripeFailure(400, { type: 'invalid_request_error', message, param, code })
}

export function missing(
  kind: string,
  id: string,
  param = kind === 'payment_intent' ? 'intent' : 'id',
): StripeFailure {
  const message = `No such ${kind}: '${id}'`
  return new StripeFailure(404, { type: 'invalid_request_error', code: 'resource_missing', message, param })
}

function dashed(code: string): string {
  return code.replaceAll('_', '-')
}
