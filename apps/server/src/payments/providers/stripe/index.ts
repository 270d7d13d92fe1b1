import { type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'
import type { Wallet } from '@playhub/contract/payment-methods'
import { Stripe } from 'stripe'
import { traceHeaders } from '../../../platform/tracing/spans.ts'
import type { CheckoutRequest, Provider, ShownToPlayers } from '../../provider.ts'
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
    fiscal: null,
    remembersCards: true,
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
    createCustomer: (accountId) =>
      mapStripeErrors(async () => {
        const options = { idempotencyKey: `customer-${accountId}` }
        return (await stripe.customers.create({ metadata: { accountId } }, options)).id
      }),
    forgetCard: (methodId) =>
      mapStripeErrors(async () => void (await stripe.paymentMethods.detach(methodId))),
    findPayment: (attemptId) =>
      mapStripeErrors(async () => (await findIntent(connection, attemptId))?.id ?? null),
    fetchDispute: (disputeId) =>
      mapStripeErrors(async () =>
        toProviderDispute(await stripe.disputes.retrieve(disputeId, {}, readOptions)),
      ),
    listDisputes: (providerPaymentId) =>
      mapStripeErrors(async () => {
        const { data } = await stripe.disputes.list({ payment_intent: providerPaymentId }, readOptions)
        return data.map(toProviderDispute)
      }),
    listWallets: () =>
      mapStripeErrors(async () => {
        const domains = await listDomains(connection)
        return new Map(domains.map((domain) => [domain.domain_name, listActiveWallets(domain)]))
      }),
    checkAccount: (expected) =>
      mapStripeErrors(async () => [
        ...accountProblems(await stripe.accounts.retrieveCurrent({}, readOptions), config),
        ...(expected ? await checkDomains(connection, expected) : []),
      ]),
    verifyEvent: async (raw, headers) =>
      verifyStripeEvent(raw, headers['stripe-signature'], config.webhookSecret),
  }
}

/** Apple Pay, Google Pay and Link are offered only on registered hosts. */
async function checkDomains(connection: Connection, { hosts, isFixing }: ShownToPlayers): Promise<Finding[]> {
  const { stripe, readOptions } = connection
  const registered = new Set((await listDomains(connection)).map(({ domain_name }) => domain_name))
  const missing = hosts.filter((host) => !registered.has(host))
  if (!isFixing) return missing.map((host) => toFinding('stripe.domain', { host }))
  for (const host of missing) {
    const { data: known } = await stripe.paymentMethodDomains.list({ domain_name: host }, readOptions)
    if (known[0]) await stripe.paymentMethodDomains.update(known[0].id, { enabled: true })
    else await stripe.paymentMethodDomains.create({ domain_name: host })
  }
  return []
}

async function listDomains({ stripe, readOptions }: Connection): Promise<Stripe.PaymentMethodDomain[]> {
  return (await stripe.paymentMethodDomains.list({ enabled: true, limit: maxListed }, readOptions)).data
}

function listActiveWallets({ apple_pay, google_pay }: Stripe.PaymentMethodDomain): Wallet[] {
  return [
    ...(apple_pay.status === 'active' ? (['applePay'] as const) : []),
    ...(google_pay.status === 'active' ? (['googlePay'] as const) : []),
  ]
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
 * Looks among the latest intents after a saved 500: an intent missing there is never paid, because only its client
 * secret could, and nobody has it.
 */
function createIntent(connection: Connection, request: CheckoutRequest): Promise<Stripe.PaymentIntent> {
  const { stripe, retryDelayMs } = connection
  const { attemptId: key } = request
  const send = (options: Stripe.RequestOptions) => stripe.paymentIntents.create(intentFor(request), options)
  return writeOnce({ key, send, find: () => findIntent(connection, key) }, retryDelayMs)
}

async function findIntent({ stripe, readOptions }: Connection, attemptId: string) {
  const { data } = await stripe.paymentIntents.list({ limit: maxListed }, readOptions)
  return data.find(({ metadata }) => metadata.attemptId === attemptId)
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

/** Stripe refuses to cancel a final intent; its current state is returned instead. */
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

function accountProblems({ charges_enabled }: Stripe.Account, config: StripeConfig): Finding[] {
  const { secretKey, publishableKey } = config
  const parseMode = (key: string) => /_(live|test)_/.exec(key)?.[1]
  return [
    ...(charges_enabled ? [] : [toFinding('stripe.inactive')]),
    ...(parseMode(secretKey) === parseMode(publishableKey) ? [] : [toFinding('stripe.modes')]),
  ]
}

/** A remembered card is set here and charged by the player's browser, which confirms the intent with its secret. */
function intentFor({ attemptId, orderId, charge, description, receiptEmail, card }: CheckoutRequest) {
  return {
    amount: charge.amountMinor,
    currency: charge.currency.toLowerCase(),
    automatic_payment_methods: { enabled: true },
    // The payment screen's method; wallets passing on a card count as one.
    allowed_payment_method_types: ['card'],
    description,
    metadata: { orderId, attemptId },
    ...(receiptEmail && { receipt_email: receiptEmail }),
    ...(card?.customerId && { customer: card.customerId }),
    ...(card && (card.methodId ? { payment_method: card.methodId } : { setup_future_usage: 'on_session' })),
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
