import { Stripe } from 'stripe'
import { traceHeaders } from '../../../platform/tracing/spans.ts'
import type { CheckoutRequest, Provider } from '../../provider.ts'
import type { ProviderTimeouts } from '../settings.ts'
import type { StripeConfig } from './config.ts'
import { mapStripeErrors } from './errors.ts'
import { verifyStripeEvent } from './event.ts'
import { writeOnce } from './keyed-write.ts'
import { toProviderPayment } from './payment.ts'
import { toProviderDispute, toProviderRefund } from './refund.ts'

const metadataLimit = 500
const maxListed = 100
const withCard = { expand: ['latest_charge'] }

type RefundParams = Stripe.RefundCreateParams & { payment_intent: string }

type Connection = { stripe: Stripe; readOptions: Stripe.RequestOptions; retryDelayMs: number }

export function createStripeProvider(config: StripeConfig, timeouts: ProviderTimeouts): Provider {
  const connection = connect(config, timeouts)
  const { stripe, readOptions } = connection
  return {
    name: 'stripe',
    isLive: /^(sk|rk)_live_/.test(config.secretKey),
    needsReceiptEmail: false,
    startCheckout: (request) =>
      mapStripeErrors(async () => {
        const intent = await createIntent(connection, request)
        return { providerPaymentId: intent.id, clientToken: getClientSecret(intent) }
      }),
    resumeCheckout: (providerPaymentId) =>
      mapStripeErrors(async () => {
        const intent = await retrieve(connection, providerPaymentId)
        return { providerPaymentId, clientToken: getClientSecret(intent), payment: toProviderPayment(intent) }
      }),
    fetchPayment: (providerPaymentId) =>
      mapStripeErrors(async () => toProviderPayment(await retrieve(connection, providerPaymentId))),
    cancel: (providerPaymentId) =>
      mapStripeErrors(async () => toProviderPayment(await cancelIntent(connection, providerPaymentId))),
    refund: ({ providerPaymentId, key, amount, reason }) =>
      mapStripeErrors(async () => {
        const refund = {
          payment_intent: providerPaymentId,
          amount: amount.amountMinor,
          metadata: { refundId: key, reason: reason.slice(0, metadataLimit) },
        }
        return toProviderRefund(await createRefund(connection, refund, key))
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
    checkAccount: () =>
      mapStripeErrors(async () =>
        accountProblems(await stripe.accounts.retrieveCurrent({}, readOptions), config),
      ),
    verifyEvent: async (raw, headers) =>
      verifyStripeEvent(raw, headers['stripe-signature'], config.webhookSecret),
  }
}

function connect(
  config: StripeConfig,
  { readTimeoutMs, writeTimeoutMs, retryDelayMs }: ProviderTimeouts,
): Connection {
  const stripe = new Stripe(config.secretKey, {
    ...parseEndpoint(config.apiUrl),
    httpClient: tracedHttpClient(),
    telemetry: false,
    timeout: writeTimeoutMs,
    maxNetworkRetries: 2,
  })
  return { stripe, readOptions: { timeout: readTimeoutMs, maxNetworkRetries: 1 }, retryDelayMs }
}

const retrieve = ({ stripe, readOptions }: Connection, id: string) =>
  stripe.paymentIntents.retrieve(id, withCard, readOptions)

/**
 * Looks among the latest intents after a saved 500: one that is not found there is never paid, because only its
 * client secret could, and nobody has it.
 */
function createIntent(
  { stripe, readOptions, retryDelayMs }: Connection,
  request: CheckoutRequest,
): Promise<Stripe.PaymentIntent> {
  const { attemptId: key } = request
  const send = (options: Stripe.RequestOptions) => stripe.paymentIntents.create(intentFor(request), options)
  const find = async () => {
    const { data } = await stripe.paymentIntents.list({ limit: maxListed }, readOptions)
    return data.find(({ metadata }) => metadata.attemptId === key)
  }
  return writeOnce({ key, send, find }, retryDelayMs)
}

/** Looks among the payment's refunds after a saved 500. */
function createRefund(
  { stripe, readOptions, retryDelayMs }: Connection,
  refund: RefundParams,
  key: string,
): Promise<Stripe.Refund> {
  const send = (options: Stripe.RequestOptions) => stripe.refunds.create(refund, options)
  const find = async () => {
    const made = { payment_intent: refund.payment_intent, limit: maxListed }
    const { data } = await stripe.refunds.list(made, readOptions)
    return data.find(({ metadata }) => metadata?.refundId === key)
  }
  return writeOnce({ key, send, find }, retryDelayMs)
}

/** Stripe refuses to cancel a settled intent; its current state is returned instead. */
async function cancelIntent(connection: Connection, id: string): Promise<Stripe.PaymentIntent> {
  const reason = { cancellation_reason: 'requested_by_customer' } as const
  try {
    return await connection.stripe.paymentIntents.cancel(id, reason)
  } catch (error) {
    if (isTooLate(error)) return retrieve(connection, id)
    throw error
  }
}

/** Stripe's own client, with the current request's trace. */
function tracedHttpClient(): ReturnType<typeof Stripe.createNodeHttpClient> {
  const client = Stripe.createNodeHttpClient()
  const send = client.makeRequest.bind(client)
  client.makeRequest = (host, port, path, method, headers, ...rest) =>
    send(host, port, path, method, { ...headers, ...traceHeaders() }, ...rest)
  return client
}

function accountProblems({ charges_enabled }: Stripe.Account, config: StripeConfig): string[] {
  const { secretKey, publishableKey } = config
  const parseMode = (key: string) => /_(live|test)_/.exec(key)?.[1]
  return [
    ...(charges_enabled
      ? []
      : ['The account cannot take payments yet: finish its activation in the dashboard.']),
    ...(parseMode(secretKey) === parseMode(publishableKey)
      ? []
      : ['One key is of live mode and the other of test mode: take both from the same mode.']),
  ]
}

function intentFor({ attemptId, orderId, charge, description, receiptEmail }: CheckoutRequest) {
  return {
    amount: charge.amountMinor,
    currency: charge.currency.toLowerCase(),
    automatic_payment_methods: { enabled: true },
    // The method that the payment screen names; wallets that hand over a card count as one.
    allowed_payment_method_types: ['card'],
    description,
    metadata: { orderId, attemptId },
    ...(receiptEmail && { receipt_email: receiptEmail }),
  } satisfies Stripe.PaymentIntentCreateParams
}

function getClientSecret({ client_secret }: Stripe.PaymentIntent): string {
  if (!client_secret) throw new Error('Stripe returned an intent without a client secret')
  return client_secret
}

function isTooLate(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'payment_intent_unexpected_state'
  )
}

function parseEndpoint(apiUrl: string | null): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  if (!apiUrl) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  return {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
  }
}
