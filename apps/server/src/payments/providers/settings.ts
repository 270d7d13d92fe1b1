/** Describes and reads the providers' settings. */
import { vatRates } from '@playhub/contract'
import * as z from 'zod'
import { SECOND_MS } from '../../platform/clock.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { formatIssues, hasNoLogin, readAllOrNone } from '../../platform/variable-rules.ts'
import type { FiscalSettings } from '../provider.ts'

export type Environment = Record<string, string | undefined>

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
    description: 'The tax service’s code of your tax system, if the provider does not know it.',
  }),
})

const FiscalWithZone = Fiscal.extend({
  TIMEZONE: z.coerce.number().int().min(1).max(11).optional().meta({
    defaultText: 'none',
    description: 'The tax service’s number of the time zone that you sell in, such as 2 for Moscow.',
  }),
})

/** @param provider  The label of the provider. */
export const key = (provider: string, description: string) =>
  z
    .string()
    .optional()
    .meta({ form: 'text', defaultText: 'none', needed: `for ${provider}`, description })

type FiscalOptions = { hasZone?: boolean }

const listFiscal = ({ hasZone = false }: FiscalOptions): [name: string, schema: z.ZodType][] =>
  Object.entries(hasZone ? FiscalWithZone.shape : Fiscal.shape)

/**
 * The variables of `readFiscal`.
 * @param prefix   Such as `YOOKASSA`.
 * @param hasZone  True for a provider whose receipts name a time zone.
 */
export const fiscalVariables = (prefix: string, options: FiscalOptions = {}) =>
  Object.fromEntries(listFiscal(options).map(([name, schema]) => [`${prefix}_RECEIPT_${name}`, schema]))

/** The variables without effect unless the VAT rate is set. */
export const fiscalDependents = (prefix: string, options: FiscalOptions = {}) => ({
  [`${prefix}_RECEIPT_VAT`]: listFiscal(options)
    .map(([name]) => `${prefix}_RECEIPT_${name}`)
    .filter((name) => name !== `${prefix}_RECEIPT_VAT`),
})

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
  const keys = readAllOrNone(env, provider, names)
  const issues = keys ? formatIssues(env, names) : []
  if (issues.length > 0) throw new StartupError(issues.join(' '), { issues })
  return keys
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
  const read = FiscalWithZone.safeParse(
    Object.fromEntries(Object.keys(FiscalWithZone.shape).map((name) => [name, env[named(name)]])),
  )
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => `${named(path.join('.'))}: ${message}`)
    throw new StartupError(`Fiscal receipts are configured wrongly. ${problems.join('; ')}.`)
  }
  const { VAT: vat, SUBJECT: subject, MODE: mode, TAX_SYSTEM: taxSystem, TIMEZONE: timezone } = read.data
  return { vat, subject, mode, taxSystem: taxSystem ?? null, timezone: timezone ?? null }
}
