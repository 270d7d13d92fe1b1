import type { InterfaceLanguage } from '@playhub/contract'
import emails from './en/emails.json' with { type: 'json' }
import pages from './en/pages.json' with { type: 'json' }
import receipts from './en/receipts.json' with { type: 'json' }
import ruEmails from './ru/emails.json' with { type: 'json' }
import ruPages from './ru/pages.json' with { type: 'json' }
import ruReceipts from './ru/receipts.json' with { type: 'json' }

type Files = { emails: typeof emails; pages: typeof pages; receipts: typeof receipts }

/** The texts that the server itself writes, in one language: emails, receipts and pages without the web client. */
export type ServerTexts = Files & { language: InterfaceLanguage }

/** The texts in a language; in the default one when the hub does not offer it. */
export type TextsIn = (language: string) => ServerTexts

export const englishFiles: Files = { emails, pages, receipts }

const russian: ServerTexts = { language: 'ru', emails: ruEmails, pages: ruPages, receipts: ruReceipts }
const english: ServerTexts = { language: 'en', ...englishFiles }

/** The texts that ship. */
export const shippedTexts: TextsIn = (language) => (language === 'ru' ? russian : english)

/** Fills the `{{name}}` placeholders of a text. */
export function fillText(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}
