/** Where the three payment providers are and who we are to them. Each is whole or absent. */
import * as z from 'zod'
import { SECOND_MS } from '../platform/clock.ts'
import { StartupError } from '../platform/startup-error.ts'

type Environment = Record<string, string | undefined>

export type StripeConfig = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Where the API is; null for Stripe's own address. */
  apiUrl: string | null
  /** The browser script to load instead of Stripe's own; null in production. */
  scriptUrl: string | null
}

export type YooKassaConfig = {
  shopId: string
  secretKey: string
  /** With its version: `https://api.yookassa.ru/v3`. */
  apiUrl: string
  /** The widget's script. */
  scriptUrl: string
  /** Where webhooks come from, in CIDR notation: they carry no signature. */
  networks: string[]
  /** Null when the shop registers no receipts through YooKassa. */
  fiscal: FiscalTerms | null
}

export type YandexPayConfig = {
  merchantId: string
  apiKey: string
  apiUrl: string
  /** The keys that webhooks are verified by. */
  jwksUrl: string
  /** False at Yandex's test address, where no money moves. */
  isLive: boolean
  /** Null when the merchant registers no receipts through Yandex Pay. */
  fiscal: FiscalTerms | null
}

const vatRates = [
  'none',
  '0',
  '5',
  '7',
  '10',
  '20',
  '22',
  '5/105',
  '7/107',
  '10/110',
  '20/120',
  '22/122',
] as const
/** In percent, or as a share of the price; each provider numbers them differently. */
export type VatRate = (typeof vatRates)[number]

const subjects = ['commodity', 'service', 'intellectual_activity', 'payment', 'another'] as const
const modes = ['full_payment', 'full_prepayment'] as const

/** What a receipt (54-FZ) says of everything we sell; an accountant chooses. */
export type FiscalTerms = {
  vat: VatRate
  subject: (typeof subjects)[number]
  mode: (typeof modes)[number]
  /** 1 to 6, as the tax service numbers them; null when the provider knows it. */
  taxSystem: number | null
}

/** How long a provider is waited for. */
export type Patience = {
  /** For what is only read: a player or a job waits, and a quick "unknown", which is asked again, beats a long hang. */
  readMs: number
  writeMs: number
  /** Before a call is tried again; the third try waits twice as long. Stripe's library has pauses of its own. */
  pauseMs: number
}

export const usualPatience: Patience = { readMs: 5 * SECOND_MS, writeMs: 10 * SECOND_MS, pauseMs: 300 }

/** A provider without keys is null, and is not offered. */
export type PaymentsConfig = Readonly<{
  patience: Patience
  stripe: StripeConfig | null
  yookassa: YooKassaConfig | null
  yandexPay: YandexPayConfig | null
}>

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
/** Yandex's own place for tests. */
const yandexPayTests = 'https://sandbox.pay.yandex.ru'

/** The keys that the sandbox knows; they are worth nothing anywhere else. */
const sandboxKeys: Environment = {
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox_stripe',
  YOOKASSA_SHOP_ID: '100500',
  YOOKASSA_SECRET_KEY: 'test_sandbox_yookassa',
  YANDEX_PAY_MERCHANT_ID: '5a4db0c5-0000-4000-8000-000000100500',
  YANDEX_PAY_API_KEY: 'sandbox_yandex_pay',
}

/**
 * @param sandboxUrl  Where the sandbox plays the providers; null in production.
 * @throws StartupError when a provider is half configured, or in production points off its official host.
 */
export function readPaymentsConfig(given: Environment, sandboxUrl: string | null): PaymentsConfig {
  const env = sandboxUrl ? { ...given, ...sandboxKeys } : given
  return {
    patience: usualPatience,
    stripe: readStripe(env, sandboxUrl),
    yookassa: readYooKassa(env, sandboxUrl),
    yandexPay: readYandexPay(env, sandboxUrl),
  }
}

function readStripe(env: Environment, sandboxUrl: string | null): StripeConfig | null {
  const keys = keysIn(env, 'Stripe', ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])
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
  const keys = keysIn(env, 'YooKassa', ['YOOKASSA_SHOP_ID', 'YOOKASSA_SECRET_KEY'])
  if (!keys) return null
  const usual = sandboxUrl ? `${sandboxUrl}/v3` : yookassaApi
  return {
    shopId: keys.YOOKASSA_SHOP_ID,
    secretKey: keys.YOOKASSA_SECRET_KEY,
    apiUrl: addressIn(env, 'YOOKASSA_API_URL', usual, sandboxUrl ? null : [yookassaApi]),
    scriptUrl: sandboxUrl ? `${sandboxUrl}/yookassa/checkout-widget.js` : yookassaScript,
    networks: networksIn(env) ?? (sandboxUrl ? loopback : yookassaNetworks),
    fiscal: fiscalIn(env, 'YOOKASSA'),
  }
}

function readYandexPay(env: Environment, sandboxUrl: string | null): YandexPayConfig | null {
  const keys = keysIn(env, 'Yandex Pay', ['YANDEX_PAY_MERCHANT_ID', 'YANDEX_PAY_API_KEY'])
  if (!keys) return null
  const officials = sandboxUrl ? null : [yandexPay, yandexPayTests]
  const url = addressIn(env, 'YANDEX_PAY_URL', sandboxUrl ?? yandexPay, officials)
  return {
    merchantId: keys.YANDEX_PAY_MERCHANT_ID,
    apiKey: keys.YANDEX_PAY_API_KEY,
    apiUrl: `${url}/api/merchant`,
    jwksUrl: `${url}/api/jwks`,
    isLive: new URL(url).origin === yandexPay,
    fiscal: fiscalIn(env, 'YANDEX_PAY'),
  }
}

/** All the keys of a provider, or null when it has none. */
function keysIn<Name extends string>(
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
  return Object.fromEntries(names.map((name) => [name, env[name]])) as Record<Name, string>
}

/** @param officials  What may be named in production; null when anything may. */
function addressIn(env: Environment, name: string, usual: string, officials: string[] | null): string {
  const given = env[name]
  if (!given) return usual
  const url = URL.parse(given)
  const isFit = officials
    ? officials.some((official) => url?.origin === new URL(official).origin)
    : url?.protocol === 'http:' || url?.protocol === 'https:'
  if (isFit) return given.replace(/\/+$/, '')
  throw new StartupError(
    officials
      ? `${name} must be an address at ${officials.map((official) => new URL(official).origin).join(' or ')}: a production hub asks nobody else what was paid.`
      : `${name} must be an http or https address.`,
  )
}

const Network = z.union([z.cidrv4(), z.cidrv6()])

function networksIn(env: Environment): string[] | null {
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

const Fiscal = z.object({
  VAT: z.enum(vatRates),
  SUBJECT: z.enum(subjects).default('service'),
  MODE: z.enum(modes).default('full_payment'),
  TAX_SYSTEM: z.coerce.number().int().min(1).max(6).optional(),
})

/** Receipts are registered where `…_RECEIPT_VAT` is set: the law leaves that rate to nobody's default. */
function fiscalIn(env: Environment, provider: 'YOOKASSA' | 'YANDEX_PAY'): FiscalTerms | null {
  const named = (name: string) => `${provider}_RECEIPT_${name}`
  if (!env[named('VAT')]) return null
  const read = Fiscal.safeParse(
    Object.fromEntries(Object.keys(Fiscal.shape).map((name) => [name, env[named(name)]])),
  )
  if (!read.success) {
    const complaints = read.error.issues.map(({ path, message }) => `${named(path.join('.'))}: ${message}`)
    throw new StartupError(`The receipts are not configured well. ${complaints.join('; ')}.`)
  }
  const { VAT: vat, SUBJECT: subject, MODE: mode, TAX_SYSTEM: taxSystem } = read.data
  return { vat, subject, mode, taxSystem: taxSystem ?? null }
}
