import { Stripe } from 'stripe'
import type { CheckoutRequest, Provider } from '../../provider.ts'
import type { ProviderTimeouts, StripeConfig } from '../config.ts'
import { mapStripeErrors } from './errors.ts'
import { verifyStripeEvent } from './event.ts'
import { toProviderPayment } from './payment.ts'
import { toProviderDispute, toProviderRefund } from './refund.ts'

const metadataLimit = 500
const withCard = { expand: ['latest_charge'] }

export function createStripeProvider(
  config: StripeConfig,
  { readTimeoutMs, writeTimeoutMs }: ProviderTimeouts,
): Provider {
  const stripe = new Stripe(config.secretKey, {
    ...endpointOf(config.apiUrl),
    telemetry: false,
    timeout: writeTimeoutMs,
    maxNetworkRetries: 2,
  })
  const readOptions: Stripe.RequestOptions = { timeout: readTimeoutMs, maxNetworkRetries: 1 }

  const retrieve = (id: string) => stripe.paymentIntents.retrieve(id, withCard, readOptions)

  /** Stripe refuses to cancel a settled intent; its current state is returned instead. */
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
      mapStripeErrors(async () => {
        const intent = await stripe.paymentIntents.create(intentFor(request), {
          idempotencyKey: request.attemptId,
        })
        return { providerPaymentId: intent.id, clientToken: secretOf(intent) }
      }),
    resumeCheckout: (providerPaymentId) =>
      mapStripeErrors(async () => {
        const intent = await retrieve(providerPaymentId)
        return { providerPaymentId, clientToken: secretOf(intent), payment: toProviderPayment(intent) }
      }),
    fetchPayment: (providerPaymentId) =>
      mapStripeErrors(async () => toProviderPayment(await retrieve(providerPaymentId))),
    cancel: (providerPaymentId) =>
      mapStripeErrors(async () => toProviderPayment(await cancelIntent(providerPaymentId))),
    refund: ({ providerPaymentId, key, amount, reason }) =>
      mapStripeErrors(async () => {
        const refund = await stripe.refunds.create(
          {
            payment_intent: providerPaymentId,
            amount: amount.amountMinor,
            metadata: { reason: reason.slice(0, metadataLimit) },
          },
          { idempotencyKey: key },
        )
        return toProviderRefund(refund)
      }),
    fetchRefund: ({ refundId }) =>
      mapStripeErrors(async () => toProviderRefund(await stripe.refunds.retrieve(refundId, {}, readOptions))),
    fetchDispute: (disputeId) =>
      mapStripeErrors(async () =>
        toProviderDispute(await stripe.disputes.retrieve(disputeId, {}, readOptions)),
      ),
    listDisputes: (providerPaymentId) =>
      mapStripeErrors(async () => {
        const { data } = await stripe.disputes.list({ payment_intent: providerPaymentId }, readOptions)
        return data.map(toProviderDispute)
      }),
    verifyEvent: async (raw, headers) =>
      verifyStripeEvent(raw, headers['stripe-signature'], config.webhookSecret),
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
  if (!client_secret) throw new Error('Stripe returned an intent without a client secret')
  return client_secret
}

function isTooLate(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'payment_intent_unexpected_state'
  )
}

function endpointOf(apiUrl: string | null): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  if (!apiUrl) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  return {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
  }
}
