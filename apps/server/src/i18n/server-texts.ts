import type { InterfaceLanguage } from '@playhub/contract'
import emails from './en/emails.json' with { type: 'json' }
import pages from './en/pages.json' with { type: 'json' }
import receipts from './en/receipts.json' with { type: 'json' }
import ruEmails from './ru/emails.json' with { type: 'json' }
import ruPages from './ru/pages.json' with { type: 'json' }
import ruReceipts from './ru/receipts.json' with { type: 'json' }

type Files = { emails: typeof emails; pages: typeof pages; receipts: typeof receipts }

/** Same as in the files, with the placeholder `{{brand}}`. */
export type LanguageTexts = Files & { language: InterfaceLanguage }

/** The messages that the server itself writes, in one language: emails, receipts and pages without the web client. */
export type ServerTexts = LanguageTexts & { brand: string }

/** The hub's name if its operator has set none. */
export const defaultBrand = 'Playhub'

/** The translations in a language; in the default one when the hub does not offer it. */
export type TextsIn = (language: string) => ServerTexts

export const englishFiles: Files = { emails, pages, receipts }

const russian: LanguageTexts = { language: 'ru', emails: ruEmails, pages: ruPages, receipts: ruReceipts }
const english: LanguageTexts = { language: 'en', ...englishFiles }

/** The files for a language that ships. */
export const shippedFiles = (language: string): LanguageTexts => (language === 'ru' ? russian : english)

/** The translations that ship, with the default brand. */
export const shippedTexts: TextsIn = (language) => withBrand(shippedFiles(language), defaultBrand)

const branded = new WeakMap<LanguageTexts, Map<string, ServerTexts>>()

/** Fills `{{brand}}` in every text, once for each brand. */
export function withBrand(texts: LanguageTexts, brand: string): ServerTexts {
  const known = branded.get(texts) ?? new Map<string, ServerTexts>()
  branded.set(texts, known)
  const filled = known.get(brand) ?? { ...mapTexts(texts, (text) => fillText(text, { brand })), brand }
  known.set(brand, filled)
  return filled
}

function mapTexts<T extends object>(tree: T, change: (text: string) => string): T {
  const entries = Object.entries(tree).map(([key, value]) => [
    key,
    typeof value === 'string' ? change(value) : mapTexts(value, change),
  ])
  return Object.fromEntries(entries)
}

/** Fills a text's `{{name}}` placeholders. */
export function fillText(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}
