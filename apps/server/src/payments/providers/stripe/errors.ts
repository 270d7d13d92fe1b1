import { Stripe } from 'stripe'
import { ProviderRefused, ProviderUnavailable } from '../../provider.ts'

/** Runs a call to Stripe and names what goes wrong in our words. */
export async function asOurTrouble<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    throw isFinal(error) ? new ProviderRefused(describe(error)) : new ProviderUnavailable(describe(error))
  }
}

/** A request that Stripe understood and refused; wrong keys may be mended, so those are not final. */
function isFinal(error: Stripe.errors.StripeError): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeIdempotencyError ||
    error instanceof Stripe.errors.StripeCardError
  )
}

/** Stripe's own error carries whole intents with their client secrets, so only its words travel on. */
function describe({ type, code, statusCode, requestId, message }: Stripe.errors.StripeError): string {
  const facts = [type, code, statusCode, requestId].filter((fact) => fact !== undefined)
  return `${message} (${facts.join(', ')})`
}
