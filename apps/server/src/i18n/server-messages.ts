import type { InterfaceLanguage } from '@playhub/contract'
import emails from './en/emails.json' with { type: 'json' }
import pages from './en/pages.json' with { type: 'json' }
import receipts from './en/receipts.json' with { type: 'json' }
import ruEmails from './ru/emails.json' with { type: 'json' }
import ruPages from './ru/pages.json' with { type: 'json' }
import ruReceipts from './ru/receipts.json' with { type: 'json' }

type Files = { emails: typeof emails; pages: typeof pages; receipts: typeof receipts }

/** Same as in the files, with the placeholder `{{brand}}`. */
export type LanguageMessages = Files & { language: InterfaceLanguage }

/** The server's own messages in one language: emails, receipts and pages without the web client. */
export type ServerMessages = LanguageMessages & { brand: string }

/** The hub's name if its operator has set none. */
export const defaultBrand = 'Playhub'

/** The translations in a language; in the default one when the hub does not offer it. */
export type MessagesIn = (language: string) => ServerMessages

export const englishFiles: Files = { emails, pages, receipts }

const russian: LanguageMessages = { language: 'ru', emails: ruEmails, pages: ruPages, receipts: ruReceipts }
const english: LanguageMessages = { language: 'en', ...englishFiles }

/** The files of a shipped language. */
export const shippedFiles = (language: string): LanguageMessages => (language === 'ru' ? russian : english)

/** The shipped translations, with the default brand. */
export const shippedMessages: MessagesIn = (language) => withBrand(shippedFiles(language), defaultBrand)

const branded = new WeakMap<LanguageMessages, Map<string, ServerMessages>>()

/** Fills `{{brand}}` in every text, once for each brand. */
export function withBrand(messages: LanguageMessages, brand: string): ServerMessages {
  const known = branded.get(messages) ?? new Map<string, ServerMessages>()
  branded.set(messages, known)
  const filled = known.get(brand) ?? { ...mapMessages(messages, (text) => fillText(text, { brand })), brand }
  known.set(brand, filled)
  return filled
}

function mapMessages<T extends object>(tree: T, change: (text: string) => string): T {
  const entries = Object.entries(tree).map(([key, value]) => [
    key,
    typeof value === 'string' ? change(value) : mapMessages(value, change),
  ])
  return Object.fromEntries(entries)
}

/** Fills a text's `{{name}}` placeholders. */
export function fillText(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}
