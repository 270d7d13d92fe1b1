import { Stripe } from 'stripe'
import { ProviderRefused, ProviderUnavailable } from '../../provider.ts'

/** Maps Stripe SDK errors to provider errors. */
export async function mapStripeErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    throw isFinal(error)
      ? new ProviderRefused(describe(error), error.code === 'charge_disputed' ? 'charge-disputed' : undefined)
      : new ProviderUnavailable(describe(error))
  }
}

/** Authentication errors are not final, because the operator can fix the keys. */
function isFinal(error: Stripe.errors.StripeError): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeIdempotencyError ||
    error instanceof Stripe.errors.StripeCardError
  )
}

/** Shown to operators where Stripe's own message does not say what to do. */
const explanations: Record<string, string> = {
  charge_disputed:
    "The buyer's bank disputes this payment, and Stripe refunds it only if you win: answer the dispute in Stripe's dashboard.",
}

/** Drops Stripe's error object, which holds whole intents with their client secrets. */
function describe({ type, code, statusCode, requestId, message }: Stripe.errors.StripeError): string {
  const details = [type, code, statusCode, requestId].filter((detail) => detail !== undefined)
  return `${explanations[code ?? ''] ?? message} (${details.join(', ')})`
}
