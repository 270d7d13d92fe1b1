/** Payment provider settings. Each provider is configured completely or not at all. */
import { type PaymentProvider, paymentProviders } from '@playhub/contract'
import * as z from 'zod'
import { SECOND_MS } from '../../platform/clock.ts'
import { collectIssues, StartupError } from '../../platform/startup-error.ts'
import { formatIssues, hasNoLogin } from '../../platform/variable-rules.ts'
import { Fiscal } from './variables.ts'

type Environment = Record<string, string | undefined>

export type StripeConfig = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Null: Stripe's own host. */
  apiUrl: string | null
  /** Replaces Stripe's browser script; null in production. */
  scriptUrl: string | null
}

export type YooKassaConfig = {
  shopId: string
  secretKey: string
  /** Includes the version: `https://api.yookassa.ru/v3`. */
  apiUrl: string
  /** The widget's script. */
  scriptUrl: string
  /** Networks that events come from, in CIDR notation. Events are not signed. */
  networks: string[]
  /** Null when the shop registers no receipts through YooKassa. */
  fiscal: FiscalSettings | null
}

export type YandexPayConfig = {
  merchantId: string
  apiKey: string
  apiUrl: string
  /** The key set that verifies events. */
  jwksUrl: string
  /** False for Yandex's test environment. */
  isLive: boolean
  /** Null when the merchant registers no receipts through Yandex Pay. */
  fiscal: FiscalSettings | null
}

/** A percentage, or a fraction of the price. Each provider has its own codes. */
export type VatRate = z.infer<typeof Fiscal>['VAT']

/** Applied to every item on fiscal receipts (54-FZ). The operator's accountant decides. */
export type FiscalSettings = {
  vat: VatRate
  subject: z.infer<typeof Fiscal>['SUBJECT']
  mode: z.infer<typeof Fiscal>['MODE']
  /** The tax service's code, 1 to 6; null when the provider knows it. */
  taxSystem: number | null
}

export type ProviderTimeouts = {
  /** Shorter than for writes: reads are polled again, and a player may be waiting. */
  readTimeoutMs: number
  writeTimeoutMs: number
  /** Applies to the first retry; doubled for the second. Stripe's SDK uses its own delays. */
  retryDelayMs: number
}

export const defaultTimeouts: ProviderTimeouts = {
  readTimeoutMs: 5 * SECOND_MS,
  writeTimeoutMs: 10 * SECOND_MS,
  retryDelayMs: 300,
}

/** A provider that is not configured is null and not offered. */
export type PaymentsConfig = Readonly<{
  timeouts: ProviderTimeouts
  stripe: StripeConfig | null
  yookassa: YooKassaConfig | null
  yandexPay: YandexPayConfig | null
}>

export function configuredProviders({ stripe, yookassa, yandexPay }: PaymentsConfig): PaymentProvider[] {
  const settings: Record<PaymentProvider, object | null> = { stripe, yookassa, 'yandex-pay': yandexPay }
  return paymentProviders.filter((provider) => settings[provider] !== null)
}

const yookassaApi = 'https://api.yookassa.ru/v3'
const yookassaScript = 'https://yookassa.ru/checkout-widget/v1/checkout-widget.js'
/** @see https://yookassa.ru/developers/using-api/webhooks */
const yookassaNetworks = [
  '185.71.76.0/27',
  '185.71.77.0/27',
  '77.75.153.0/25',
  '77.75.154.128/25',
  '77.75.156.11/32',
  '77.75.156.35/32',
  '2a02:5180::/32',
]
const loopback = ['127.0.0.0/8', '::1/128']
const yandexPay = 'https://pay.yandex.ru'
/** Yandex's test environment. */
const yandexPayTest = 'https://sandbox.pay.yandex.ru'

/** The sandbox's keys; not valid anywhere else. */
export const sandboxPaymentKeys: Environment = {
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox_stripe',
  YOOKASSA_SHOP_ID: '100500',
  YOOKASSA_SECRET_KEY: 'test_sandbox_yookassa',
  YANDEX_PAY_MERCHANT_ID: '5a4db0c5-0000-4000-8000-000000100500',
  YANDEX_PAY_API_KEY: 'sandbox_yandex_pay',
}

/**
 * @param sandboxUrl  Null in production.
 * @throws StartupError when a provider is configured partly or wrongly, or in production with another host than its own
 */
export function readPaymentsConfig(given: Environment, sandboxUrl: string | null): PaymentsConfig {
  const env = sandboxUrl ? { ...given, ...sandboxPaymentKeys } : given
  const issues = collectIssues('Payment providers are configured wrongly:')
  const config = {
    timeouts: defaultTimeouts,
    stripe: issues.collect(() => readStripe(env, sandboxUrl)),
    yookassa: issues.collect(() => readYooKassa(env, sandboxUrl)),
    yandexPay: issues.collect(() => readYandexPay(env, sandboxUrl)),
  }
  issues.throwAll()
  return config
}

function readStripe(env: Environment, sandboxUrl: string | null): StripeConfig | null {
  const keys = readKeys(env, 'Stripe', [
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ])
  return (
    keys && {
      secretKey: keys.STRIPE_SECRET_KEY,
      publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
      apiUrl: sandboxUrl,
      scriptUrl: sandboxUrl && `${sandboxUrl}/stripe/stripe.js`,
    }
  )
}

function readYooKassa(env: Environment, sandboxUrl: string | null): YooKassaConfig | null {
  const keys = readKeys(env, 'YooKassa', ['YOOKASSA_SHOP_ID', 'YOOKASSA_SECRET_KEY'])
  if (!keys) return null
  const fallback = sandboxUrl ? `${sandboxUrl}/v3` : yookassaApi
  return {
    shopId: keys.YOOKASSA_SHOP_ID,
    secretKey: keys.YOOKASSA_SECRET_KEY,
    apiUrl: readUrl(env, 'YOOKASSA_API_URL', fallback, sandboxUrl ? null : [yookassaApi]),
    scriptUrl: sandboxUrl ? `${sandboxUrl}/yookassa/checkout-widget.js` : yookassaScript,
    networks: readNetworks(env) ?? (sandboxUrl ? loopback : yookassaNetworks),
    fiscal: readFiscal(env, 'YOOKASSA'),
  }
}

function readYandexPay(env: Environment, sandboxUrl: string | null): YandexPayConfig | null {
  const keys = readKeys(env, 'Yandex Pay', ['YANDEX_PAY_MERCHANT_ID', 'YANDEX_PAY_API_KEY'])
  if (!keys) return null
  const officials = sandboxUrl ? null : [yandexPay, yandexPayTest]
  const url = readUrl(env, 'YANDEX_PAY_URL', sandboxUrl ?? yandexPay, officials)
  return {
    merchantId: keys.YANDEX_PAY_MERCHANT_ID,
    apiKey: keys.YANDEX_PAY_API_KEY,
    apiUrl: `${url}/api/merchant`,
    jwksUrl: `${url}/api/jwks`,
    isLive: new URL(url).origin === yandexPay,
    fiscal: readFiscal(env, 'YANDEX_PAY'),
  }
}

/** A provider's keys; null when none is set. @throws StartupError when some are missing */
function readKeys<Name extends string>(
  env: Environment,
  provider: string,
  names: Name[],
): Record<Name, string> | null {
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return null
  if (missing.length > 0) {
    throw new StartupError(
      `${provider} is half configured: set ${missing.join(', ')}, or none of ${names.join(', ')}.`,
    )
  }
  const issues = formatIssues(env, names)
  if (issues.length > 0) throw new StartupError(issues.join(' '), { issues })
  return Object.fromEntries(names.map((name) => [name, env[name]])) as Record<Name, string>
}

/** @param officials  The allowed hosts; null when any is allowed. */
function readUrl(env: Environment, name: string, fallback: string, officials: string[] | null): string {
  const given = env[name]
  if (!given) return fallback
  const url = URL.parse(given)
  const isAllowed = officials
    ? officials.some((official) => url?.origin === new URL(official).origin)
    : url?.protocol === 'http:' || url?.protocol === 'https:'
  if (isAllowed && hasNoLogin(given)) return given.replace(/\/+$/, '')
  throw new StartupError(
    officials
      ? `${name} must be an address at ${officials.map((official) => new URL(official).origin).join(' or ')}: in production, payments are checked only there.`
      : `${name} must be an http or https address.`,
  )
}

const Network = z.union([z.cidrv4(), z.cidrv6()])

function readNetworks(env: Environment): string[] | null {
  const given = env.YOOKASSA_NETWORKS
  if (!given) return null
  const networks = given.split(',').map((network) => network.trim())
  const wrong = networks.filter((network) => !Network.safeParse(network).success)
  if (wrong.length > 0) {
    throw new StartupError(
      `YOOKASSA_NETWORKS must list networks such as 185.71.76.0/27: not ${wrong.join(', ')}.`,
    )
  }
  return networks
}

/** Fiscal receipts are enabled by `…_RECEIPT_VAT`, which has no default because the law allows none. */
function readFiscal(env: Environment, provider: 'YOOKASSA' | 'YANDEX_PAY'): FiscalSettings | null {
  const named = (name: string) => `${provider}_RECEIPT_${name}`
  if (!env[named('VAT')]) return null
  const read = Fiscal.safeParse(
    Object.fromEntries(Object.keys(Fiscal.shape).map((name) => [name, env[named(name)]])),
  )
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => `${named(path.join('.'))}: ${message}`)
    throw new StartupError(`Fiscal receipts are configured wrongly. ${problems.join('; ')}.`)
  }
  const { VAT: vat, SUBJECT: subject, MODE: mode, TAX_SYSTEM: taxSystem } = read.data
  return { vat, subject, mode, taxSystem: taxSystem ?? null }
}
