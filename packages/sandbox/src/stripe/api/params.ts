import { invalidRequest, type StripeError } from '../model/errors.ts'
import { type Params, toList } from '../model/form.ts'
import type { IntentFields } from '../model/payment-intent.ts'

const MAX_AMOUNT = 99_999_999
/** Stripe's minimum charge in minor units. */
const MIN_AMOUNT: Record<string, number> = { usd: 50, eur: 50, gbp: 30, jpy: 50, krw: 500, rub: 3_000 }
const CAPTURE_METHODS = ['automatic', 'automatic_async', 'manual']
const MAX_METADATA_KEYS = 50
const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

/** The fields of a new intent, with Stripe's defaults. @throws StripeError */
export function parseNewIntent(params: Params): IntentFields {
  const { amount, currency, ...rest } = parseIntentFields(params)
  if (amount === undefined) throw missingParam('amount')
  if (currency === undefined) throw missingParam('currency')
  return {
    automaticMethods: parseAutomaticMethods(params.automatic_payment_methods),
    allowedMethods: null,
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

/** Only the request's fields, so an update leaves the others alone. @throws StripeError */
export function parseIntentFields(
  params: Params,
  before: Record<string, string> = {},
): Partial<IntentFields> {
  const fields: Partial<IntentFields> = {}
  if (params.allowed_payment_method_types !== undefined) {
    fields.allowedMethods = toList(params.allowed_payment_method_types)
  }
  if (params.currency !== undefined) fields.currency = parseCurrency(params.currency)
  if (params.amount !== undefined) fields.amount = parseIntentAmount(params.amount, fields.currency)
  if (params.capture_method !== undefined) {
    fields.captureMethod = parseChoice('capture_method', params.capture_method, CAPTURE_METHODS)
  }
  if (params.metadata !== undefined) fields.metadata = parseMetadata(params.metadata, before)
  if (params.receipt_email !== undefined) fields.receiptEmail = parseEmail(params.receipt_email)
  if (params.shipping !== undefined) fields.shipping = params.shipping
  if (params.statement_descriptor !== undefined) {
    throw invalidRequest(
      'Use statement_descriptor_suffix instead of statement_descriptor for cards.',
      'statement_descriptor',
    )
  }
  for (const [name, field] of textFields) {
    const value = params[name]
    if (value !== undefined) fields[field] = parseText(name, value) || null
  }
  return fields
}

const textFields = [
  ['customer', 'customer'],
  ['description', 'description'],
  ['setup_future_usage', 'setupFutureUsage'],
  ['statement_descriptor_suffix', 'statementDescriptorSuffix'],
  ['transfer_group', 'transferGroup'],
] as const

/** Parses a positive integer of minor units. @throws StripeError */
export function parseAmount(value: string | Params, param = 'amount'): number {
  const isWhole = typeof value === 'string' && /^-?\d+$/.test(value)
  if (!isWhole || Number(value) < 1) {
    const display = typeof value === 'string' ? value : '{…}'
    throw invalidRequest(`Invalid positive integer: ${display}`, param, 'parameter_invalid_integer')
  }
  return Number(value)
}

export function parseMetadata(
  value: string | Params,
  before: Record<string, string>,
): Record<string, string> {
  if (value === '') return {}
  if (typeof value === 'string') throw invalidRequest('Invalid hash', 'metadata')
  const metadata = { ...before }
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== 'string') throw invalidRequest('Metadata values must be strings.', `metadata[${key}]`)
    if (key.length > 40) throw invalidRequest('Metadata keys can have up to 40 characters.', 'metadata')
    if (text.length > 500)
      throw invalidRequest('Metadata values can have up to 500 characters.', `metadata[${key}]`)
    if (text === '') delete metadata[key]
    else metadata[key] = text
  }
  if (Object.keys(metadata).length > MAX_METADATA_KEYS)
    throw invalidRequest('Metadata can have up to 50 keys.', 'metadata')
  return metadata
}

export function parseChoice(param: string, value: string | Params, allowed: readonly string[]): string {
  if (typeof value === 'string' && allowed.includes(value)) return value
  throw invalidRequest(`Invalid ${param}: must be one of ${allowed.join(', ')}`, param)
}

export function parseText(param: string, value: string | Params): string {
  if (typeof value === 'string') return value
  throw invalidRequest('Invalid string', param)
}

export function missingParam(param: string): StripeError {
  return invalidRequest(`Missing required param: ${param}.`, param, 'parameter_missing')
}

function parseIntentAmount(value: string | Params, currency: string | undefined): number {
  const amount = parseAmount(value)
  const minimum = MIN_AMOUNT[currency ?? ''] ?? 1
  if (amount > MAX_AMOUNT) {
    throw invalidRequest(`Amount must be no more than ${MAX_AMOUNT}`, 'amount', 'amount_too_large')
  }
  if (amount < minimum)
    throw invalidRequest(`Amount must be at least ${minimum}`, 'amount', 'amount_too_small')
  return amount
}

function parseCurrency(value: string | Params): string {
  const currency = parseText('currency', value).toLowerCase()
  if (!currencies.has(currency)) throw invalidRequest(`Invalid currency: ${currency}`, 'currency')
  return currency
}

function parseEmail(value: string | Params): string | null {
  const email = parseText('receipt_email', value)
  if (email === '') return null
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw invalidRequest(`Invalid email address: ${email}`, 'receipt_email', 'email_invalid')
  return email
}

function parseAutomaticMethods(value: string | Params | undefined): IntentFields['automaticMethods'] {
  if (value === undefined) return { enabled: true, allow_redirects: 'always' }
  if (typeof value === 'string') throw invalidRequest('Invalid hash', 'automatic_payment_methods')
  return { enabled: value.enabled === 'true', allow_redirects: String(value.allow_redirects ?? 'always') }
}
