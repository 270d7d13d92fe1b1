import type { Deps } from '../deps.ts'
import { paymentScreenUrl } from '../payment-screen-url.ts'
import type { Checkout, CheckoutRequest, Provider } from '../provider.ts'
import { setProviderPaymentId } from '../records/attempt-store.ts'
import { getTitle, toMoney, toSoldItem } from '../records/order.ts'
import type { AttemptRow, OrderRow } from '../records/tables.ts'
import { findCardTerms } from '../remembered-cards/card-terms.ts'

/**
 * Creates the attempt's payment at the provider. Idempotent: a repeated request is identical and finds the same
 * payment.
 * @returns  `attempt` as it is after the call: it may have been cancelled meanwhile.
 */
export async function createPayment(
  deps: Deps,
  provider: Provider,
  order: OrderRow,
  attempt: AttemptRow,
): Promise<Checkout & { attempt: AttemptRow }> {
  const card = await findCardTerms(deps, provider, order, attempt)
  const request = checkoutRequest(order, attempt, deps.config)
  const checkout = await provider.startCheckout({ ...request, ...(card && { card }) })
  return { ...checkout, attempt: await setProviderPaymentId(deps.db, attempt.id, checkout.providerPaymentId) }
}

/** Built only from the rows, so a repeated request equals the first one. */
function checkoutRequest(order: OrderRow, attempt: AttemptRow, config: Deps['config']): CheckoutRequest {
  return {
    attemptId: attempt.id,
    orderId: order.id,
    charge: toMoney(attempt),
    description: `${getTitle(order, order.language)} (${order.project})`,
    item: toSoldItem(order, attempt),
    receiptEmail: attempt.receiptEmail,
    language: order.language,
    returnUrl: paymentScreenUrl(config, order.id),
  }
}
