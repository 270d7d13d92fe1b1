import { invalid, type StripeFailure } from '../model/errors.ts'
import type { Params } from '../model/form.ts'
import type { IntentTerms } from '../model/payment-intent.ts'

const LARGEST_AMOUNT = 99_999_999
/** The least Stripe will charge, where it is not half a unit. */
const SMALLEST_AMOUNT: Record<string, number> = { usd: 50, eur: 50, gbp: 30, jpy: 50, krw: 500, rub: 3_000 }
const CAPTURE_METHODS = ['automatic', 'automatic_async', 'manual']
const MOST_METADATA = 50
const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

/** The terms of a new intent, with Stripe's defaults. @throws StripeFailure */
export function readNewTerms(params: Params): IntentTerms {
  const { amount, currency, ...rest } = readTerms(params)
  if (amount === undefined) throw lacking('amount')
  if (currency === undefined) throw lacking('currency')
  return {
    automaticMethods: readAutomaticMethods(params.automatic_payment_methods),
    captureMethod: 'automatic_async',
    customer: null,
    description: null,
    metadata: {},
    receiptEmail: null,
    setupFutureUsage: null,
    shipping: null,
    statementDescriptorSuffix: null,
    transferGroup: null,
    ...rest,
    amount,
    currency,
  }
}

/** The terms a request names, and only those: an update leaves the rest alone. @throws StripeFailure */
export function readTerms(params: Params, before: Record<string, string> = {}): Partial<IntentTerms> {
  const terms: Partial<IntentTerms> = {}
  if (params.currency !== undefined) terms.currency = readCurrency(params.currency)
  if (params.amount !== undefined) terms.amount = readSum(params.amount, terms.currency)
  if (params.capture_method !== undefined) {
    terms.captureMethod = oneOf('capture_method', params.capture_method, CAPTURE_METHODS)
  }
  if (params.metadata !== undefined) terms.metadata = readMetadata(params.metadata, before)
  if (params.receipt_email !== undefined) terms.receiptEmail = readEmail(params.receipt_email)
  if (params.shipping !== undefined) terms.shipping = params.shipping
  if (params.statement_descriptor !== undefined) {
    throw invalid(
      'Use statement_descriptor_suffix instead of statement_descriptor for cards.',
      'statement_descriptor',
    )
  }
  for (const [name, field] of plainTexts) {
    const value = params[name]
    if (value !== undefined) terms[field] = plainText(name, value) || null
  }
  return terms
}

const plainTexts = [
  ['customer', 'customer'],
  ['description', 'description'],
  ['setup_future_usage', 'setupFutureUsage'],
  ['statement_descriptor_suffix', 'statementDescriptorSuffix'],
  ['transfer_group', 'transferGroup'],
] as const

/** A positive whole number of minor units. @throws StripeFailure */
export function readAmount(value: string | Params, param = 'amount'): number {
  const isWhole = typeof value === 'string' && /^-?\d+$/.test(value)
  if (!isWhole || Number(value) < 1) {
    const shown = typeof value === 'string' ? value : '{…}'
    throw invalid(`Invalid positive integer: ${shown}`, param, 'parameter_invalid_integer')
  }
  return Number(value)
}

export function readMetadata(value: string | Params, before: Record<string, string>): Record<string, string> {
  if (value === '') return {}
  if (typeof value === 'string') throw invalid('Invalid hash', 'metadata')
  const metadata = { ...before }
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== 'string') throw invalid('Metadata values must be strings.', `metadata[${key}]`)
    if (key.length > 40) throw invalid('Metadata keys can have up to 40 characters.', 'metadata')
    if (text.length > 500) throw invalid('Metadata values can have up to 500 characters.', `metadata[${key}]`)
    if (text === '') delete metadata[key]
    else metadata[key] = text
  }
  if (Object.keys(metadata).length > MOST_METADATA)
    throw invalid('Metadata can have up to 50 keys.', 'metadata')
  return metadata
}

export function oneOf(param: string, value: string | Params, allowed: readonly string[]): string {
  if (typeof value === 'string' && allowed.includes(value)) return value
  throw invalid(`Invalid ${param}: must be one of ${allowed.join(', ')}`, param)
}

export function plainText(param: string, value: string | Params): string {
  if (typeof value === 'string') return value
  throw invalid('Invalid string', param)
}

export function lacking(param: string): StripeFailure {
  return invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
}

function readSum(value: string | Params, currency: string | undefined): number {
  const amount = readAmount(value)
  const least = SMALLEST_AMOUNT[currency ?? ''] ?? 1
  if (amount > LARGEST_AMOUNT) {
    throw invalid(`Amount must be no more than ${LARGEST_AMOUNT}`, 'amount', 'amount_too_large')
  }
  if (amount < least) throw invalid(`Amount must be at least ${least}`, 'amount', 'amount_too_small')
  return amount
}

function readCurrency(value: string | Params): string {
  const currency = plainText('currency', value).toLowerCase()
  if (!currencies.has(currency)) throw invalid(`Invalid currency: ${currency}`, 'currency')
  return currency
}

function readEmail(value: string | Params): string | null {
  const email = plainText('receipt_email', value)
  if (email === '') return null
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw invalid(`Invalid email address: ${email}`, 'receipt_email', 'email_invalid')
  return email
}

function readAutomaticMethods(value: string | Params | undefined): IntentTerms['automaticMethods'] {
  if (value === undefined) return { enabled: true, allow_redirects: 'always' }
  if (typeof value === 'string') throw invalid('Invalid hash', 'automatic_payment_methods')
  for (const name of Object.keys(value)) {
    if (name === 'enabled' || name === 'allow_redirects') continue
    const param = `automatic_payment_methods[${name}]`
    throw invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
  }
  return { enabled: value.enabled === 'true', allow_redirects: String(value.allow_redirects ?? 'always') }
}
