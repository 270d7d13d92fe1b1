/** How the providers' settings are described and read. */
import * as z from 'zod'
import { SECOND_MS } from '../../platform/clock.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { formatIssues, hasNoLogin } from '../../platform/variable-rules.ts'

export type Environment = Record<string, string | undefined>

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
/** Attributes for every item on fiscal receipts (54-FZ), without the provider's prefix. */
const Fiscal = z.object({
  VAT: z.enum(vatRates).meta({
    defaultText: 'no receipts',
    needed: 'for receipts',
    description: 'VAT rate of every item. Your accountant decides.',
  }),
  SUBJECT: z
    .enum(['commodity', 'service', 'intellectual_activity', 'payment', 'another'])
    .default('service')
    .meta({ description: 'What is sold.' }),
  MODE: z
    .enum(['full_payment', 'full_prepayment'])
    .default('full_payment')
    .meta({ description: 'How it is paid.' }),
  TAX_SYSTEM: z.coerce.number().int().min(1).max(6).optional().meta({
    defaultText: 'none',
    description: 'The tax service’s code of your tax system, if the company does not know it.',
  }),
})

/** @param provider  The label of the provider. */
export const key = (provider: string, description: string) =>
  z
    .string()
    .optional()
    .meta({ form: 'text', defaultText: 'none', needed: `for ${provider}`, description })

/** The variables of `readFiscal`. @param prefix  Such as `YOOKASSA`. */
export const fiscalVariables = (prefix: string) =>
  Object.fromEntries(
    Object.entries(Fiscal.shape).map(([name, schema]) => [`${prefix}_RECEIPT_${name}`, schema]),
  )

/** The variables that have no effect without the VAT rate. */
export const fiscalDependents = (prefix: string) => ({
  [`${prefix}_RECEIPT_VAT`]: ['SUBJECT', 'MODE', 'TAX_SYSTEM'].map((name) => `${prefix}_RECEIPT_${name}`),
})

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

/** A provider's keys; null when none is set. @throws StartupError when some are missing */
export function readKeys<Name extends string>(
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
export function readUrl(
  env: Environment,
  name: string,
  fallback: string,
  officials: string[] | null,
): string {
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

/** Fiscal receipts are enabled by `…_RECEIPT_VAT`, which has no default because the law allows none. */
export function readFiscal(env: Environment, prefix: string): FiscalSettings | null {
  const named = (name: string) => `${prefix}_RECEIPT_${name}`
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
