import { emailField, type InterfaceLanguage } from '@playhub/contract'
import { canonicalEmail, nickNameMax } from '../email-sign-in/email-address.ts'

const labelMax = 320
const neutralNames: Record<InterfaceLanguage, string> = { en: 'Player', ru: 'Игрок' }

/** Control characters, of which PostgreSQL takes no NUL, and those that turn the direction of what is around them. */
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** What a provider calls a person, on one line; null when nothing is left. */
function oneLine(text: string | null, max: number): string | null {
  const clean = text?.toWellFormed().replace(unprintable, ' ').replace(/\s+/gu, ' ').trim()
  return clean ? Array.from(clean).slice(0, max).join('').trim() : null
}

export function nickNameFrom(name: string | null, language: InterfaceLanguage): string {
  return oneLine(name, nickNameMax) ?? neutralNames[language]
}

export function labelFrom(label: string | null): string | null {
  return oneLine(label, labelMax)
}

/** The canonical address, if it is one. */
export function emailFrom(email: string | null): string | null {
  return email !== null && emailField.safeParse(email).success ? canonicalEmail(email) : null
}
