import { domainToASCII } from 'node:url'

/**
 * The canonical form in which the hub stores, compares and sends to an email: trimmed, lower case, NFC, the domain as
 * punycode. Emails go to this form, so a confirmation proves exactly the stored one. Dots and tags in the local part
 * are kept, because their meaning depends on the mail server.
 */
export function canonicalEmail(email: string): string {
  const whole = email.trim().normalize('NFC').toLowerCase().normalize('NFC')
  const at = whole.lastIndexOf('@')
  const domain = whole.slice(at + 1)
  return `${whole.slice(0, at)}@${domainToASCII(domain) || domain}`
}
