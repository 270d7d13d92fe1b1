import { domainToASCII } from 'node:url'

/**
 * The one form of an address that the hub stores, compares and writes to: trimmed, in lower case as a whole, composed
 * (NFC), the domain as punycode. Letters go to this form too, so that whoever proves an address proves the very one
 * that is stored. Dots and tags of a mailbox are kept: only its own server knows what they mean.
 */
export function canonicalEmail(email: string): string {
  const whole = email.trim().normalize('NFC').toLowerCase().normalize('NFC')
  const at = whole.lastIndexOf('@')
  const domain = whole.slice(at + 1)
  return `${whole.slice(0, at)}@${domainToASCII(domain) || domain}`
}

/** In code points. */
export const nickNameMax = 32

/** What a player is called who has told us an address only: the part before the @, without its tag. */
export function nickNameOf(email: string): string {
  const mailbox = email.slice(0, email.lastIndexOf('@'))
  const name = mailbox.split('+')[0] || mailbox
  return Array.from(name).slice(0, nickNameMax).join('')
}
