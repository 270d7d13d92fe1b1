/** Values of content files that several shapes share. */
import { type Currency, hasVisibleText, providerTerms, recognisedLanguages } from '@playhub/contract'
import * as z from 'zod'
import { writeRule } from './files/content-rule.ts'

const blank = writeRule('blank')
export const Text = z.string().min(1, { error: blank, abort: true }).refine(hasVisibleText, blank)

export const Language = z.enum(recognisedLanguages)
/** `orderMessages` requires the default language and puts it first. */
export const LocalizedText = z.partialRecord(Language, Text).meta({
  id: 'text-by-language',
  description: '`{ ru: …, en: … }`. The default language is required and replaces missing ones.',
})

export const Slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, writeRule('slug'))

const listCharging = (currency: Currency) =>
  Object.values(providerTerms).filter((terms) => terms.currency === currency)
const findSmallestCharge = (currency: Currency) =>
  Math.max(...listCharging(currency).map(({ minAmountMinor }) => minAmountMinor))

const smallestCharges = { RUB: findSmallestCharge('RUB'), USD: findSmallestCharge('USD') }

/** The largest of the smallest charges of the currency's providers, in minor units. */
export const smallestCharge = (currency: Currency): number => smallestCharges[currency]

/** Major units, at least the currency's smallest provider charge. Stripe takes at most eight digits. */
export function priceIn(currency: Currency) {
  const minimum = smallestCharge(currency) / 100
  const list = (language: 'ru' | 'en', locale: string) =>
    new Intl.ListFormat(locale).format(listCharging(currency).map(({ label }) => label[language]))
  const providers = { ru: list('ru', 'ru'), en: list('en', 'en-GB') }
  return (
    z
      .number()
      .min(minimum, writeRule('min-charge', { limit: minimum.toFixed(2), providers }))
      .max(999_999.99, writeRule('max', { limit: '999999.99' }))
      .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, writeRule('decimals'))
      // Minor units once parsed.
      .transform((value) => Math.round(value * 100))
  )
}

/** In roubles and dollars, at least one of them. */
export const Price = z
  .strictObject({
    RUB: priceIn('RUB').optional().describe('Charged by the providers that charge in roubles.'),
    USD: priceIn('USD').optional().describe('Charged by the providers that charge in dollars.'),
  })
  .refine(({ RUB, USD }) => RUB ?? USD, writeRule('price'))
/** Minor units by currency. */
export type Price = z.output<typeof Price>

export const isUnique = (ids: string[]) => new Set(ids).size === ids.length
