import { emailField, isBlank } from '@playhub/contract'
import type { ServerMessages } from '../../../i18n/server-messages.ts'
import { canonicalEmail } from '../../../platform/mail/canonical-email.ts'
import { maxNickNameLength } from '../../email-address.ts'

const maxLabelLength = 320

/** Control characters (PostgreSQL rejects NUL) and characters for changing the text direction. */
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Cleans provider text into one line; null when nothing remains. @param maxLength  In code points. */
function oneLine(text: string | null, maxLength: number): string | null {
  const clean = text?.toWellFormed().replace(unprintable, ' ').replace(/\s+/gu, ' ').trim()
  const cut = clean && Array.from(clean).slice(0, maxLength).join('').trim()
  return cut && !isBlank(cut) ? cut : null
}

export function nickNameFrom(name: string | null, { pages }: ServerMessages): string {
  return givenName(name) ?? pages.playerName
}

/** The provider's name for the person, or null when it has no visible characters. */
export function givenName(name: string | null): string | null {
  return oneLine(name, maxNickNameLength)
}

export function labelFrom(label: string | null): string | null {
  return oneLine(label, maxLabelLength)
}

/** The canonical email, or null for an invalid one. */
export function emailFrom(email: string | null): string | null {
  return email !== null && emailField.safeParse(email).success ? canonicalEmail(email) : null
}
