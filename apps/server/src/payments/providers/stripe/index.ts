import { Stripe } from 'stripe'
import type { Patience, StripeConfig } from '../../config.ts'
import type { CheckoutRequest, Provider } from '../provider.ts'
import { readStripeDelivery } from './delivery.ts'
import { asOurTrouble } from './errors.ts'
import { toProviderPayment } from './payment.ts'
import { toProviderDispute, toProviderRefund } from './refund.ts'

const metadataLimit = 500
const withCard = { expand: ['latest_charge'] }

export function createStripeProvider(config: StripeConfig, { readMs, writeMs }: Patience): Provider {
  const stripe = new Stripe(config.secretKey, {
    ...addressOf(config.apiUrl),
    telemetry: false,
    timeout: writeMs,
    maxNetworkRetries: 2,
  })
  const readOptions: Stripe.RequestOptions = { timeout: readMs, maxNetworkRetries: 1 }

  const retrieve = (id: string) => stripe.paymentIntents.retrieve(id, withCard, readOptions)

  /** Stripe cancels what nobody has paid, and refuses when it is too late: then the intent tells how it stands. */
  async function cancelIntent(id: string): Promise<Stripe.PaymentIntent> {
    try {
      return await stripe.paymentIntents.cancel(id, { cancellation_reason: 'requested_by_customer' })
    } catch (error) {
      if (isTooLate(error)) return retrieve(id)
      throw error
    }
  }

  return {
    name: 'stripe',
    isLive: /^(sk|rk)_live_/.test(config.secretKey),
    startCheckout: (request) =>
      asOurTrouble(async () => {
        const intent = await stripe.paymentIntents.create(intentFor(request), {
          idempotencyKey: request.attemptId,
        })
        return { providerId: intent.id, handover: secretOf(intent) }
      }),
    resumeCheckout: (providerId) =>
      asOurTrouble(async () => {
        const intent = await retrieve(providerId)
        return { providerId, handover: secretOf(intent), payment: toProviderPayment(intent) }
      }),
    fetchPayment: (providerId) => asOurTrouble(async () => toProviderPayment(await retrieve(providerId))),
    cancel: (providerId) => asOurTrouble(async () => toProviderPayment(await cancelIntent(providerId))),
    refund: ({ providerId, key, amount, reason }) =>
      asOurTrouble(async () => {
        const refund = await stripe.refunds.create(
          {
            payment_intent: providerId,
            amount: amount.amountMinor,
            metadata: { reason: reason.slice(0, metadataLimit) },
          },
          { idempotencyKey: key },
        )
        return toProviderRefund(refund)
      }),
    fetchRefund: ({ refundId }) =>
      asOurTrouble(async () => toProviderRefund(await stripe.refunds.retrieve(refundId, {}, readOptions))),
    fetchDispute: (disputeId) =>
      asOurTrouble(async () => toProviderDispute(await stripe.disputes.retrieve(disputeId, {}, readOptions))),
    listDisputes: (providerId) =>
      asOurTrouble(async () => {
        const { data } = await stripe.disputes.list({ payment_intent: providerId }, readOptions)
        return data.map(toProviderDispute)
      }),
    readDelivery: async (raw, headers) =>
      readStripeDelivery(raw, headers['stripe-signature'], config.webhookSecret),
  }
}

function intentFor({ attemptId, orderId, charge, description, receiptEmail }: CheckoutRequest) {
  return {
    amount: charge.amountMinor,
    currency: charge.currency.toLowerCase(),
    automatic_payment_methods: { enabled: true },
    description,
    metadata: { orderId, attemptId },
    ...(receiptEmail && { receipt_email: receiptEmail }),
  } satisfies Stripe.PaymentIntentCreateParams
}

function secretOf({ client_secret }: Stripe.PaymentIntent): string {
  if (!client_secret) throw new Error('Stripe gave an intent without its client secret')
  return client_secret
}

function isTooLate(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'payment_intent_unexpected_state'
  )
}

function addressOf(apiUrl: string | null): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  if (!apiUrl) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  return {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
  }
}
