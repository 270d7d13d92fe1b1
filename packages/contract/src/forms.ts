/**
 * Validation rules from the specification (§5), shared by the web forms and the server. An issue's message is an id for
 * the client to translate.
 */
import * as z from 'zod/mini'
import type { FieldIssue } from './forms/field-issues.ts'
import { ticketReasons } from './tickets.ts'

export const limits = {
  emailMax: 320,
  passwordMin: 8,
  passwordMax: 20,
  /** Upper bound for an operator's `passwordMax`. */
  passwordMaxRaised: 64,
  codeLength: 6,
  nameMin: 2,
  nameMax: 10,
  passkeyNameMax: 40,
  ticketTextMax: 4000,
  gameUrlMax: 2000,
  /** Time in which a reset ticket can be exchanged for a new password. */
  resetTicketTtlMs: 15 * 60 * 1000,
} as const

/** Aborts at the first failure, so a field shows one message at a time. */
const rule = <T>(holds: (value: T) => boolean, issue: FieldIssue) =>
  z.refine<T>(holds, { error: issue, abort: true })

/** Takes no room on a screen: zero-width characters, fillers, direction marks, variation selectors, the empty Braille cell. */
const invisible = /[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** True for text without visible characters, which counts as empty. */
export function isBlank(text: string): boolean {
  return text.replace(invisible, '') === ''
}

const mailboxShape = /^[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+)*$/u
const domainShape =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])$/u
const maxMailboxBytes = 64
const maxDomainLength = 253

/** True for an email fit for a mail server: dots separate mailbox parts, and the domain is a possible host name. */
function isEmail(email: string): boolean {
  const at = email.lastIndexOf('@')
  const mailbox = email.slice(0, at).normalize('NFC')
  const domain = email.slice(at + 1)
  return (
    at > 0 &&
    mailboxShape.test(mailbox) &&
    !/\p{Default_Ignorable_Code_Point}/u.test(email) &&
    new TextEncoder().encode(mailbox).length <= maxMailboxBytes &&
    survivesLowerCase(mailbox) &&
    domainShape.test(domain) &&
    isHostName(domain)
  )
}

/** The hub stores emails in lower case, where "İ" becomes another letter: its email would reach somebody else. */
function survivesLowerCase(text: string): boolean {
  return text.toLowerCase().toUpperCase() === text.toUpperCase()
}

function isHostName(domain: string): boolean {
  try {
    const { hostname } = new URL(`http://${domain}`)
    const labels = hostname.split('.')
    return (
      hostname.length <= maxDomainLength &&
      labels.every((label) => label.length <= 63) &&
      !/^\d+$/.test(labels.at(-1) ?? '')
    )
  } catch {
    return false
  }
}

export const emailField = z.string({ error: 'EMAIL_REQUIRED' }).check(
  z.trim(),
  rule((email: string) => email.length > 0, 'EMAIL_REQUIRED'),
  rule((email: string) => email.length <= limits.emailMax, 'EMAIL_TOO_LONG'),
  rule(isEmail, 'EMAIL_INVALID'),
)

/** 8 to `max` Latin letters or digits. */
export const passwordFieldUpTo = (max: number, required: FieldIssue = 'PASSWORD_REQUIRED') =>
  z.string({ error: required }).check(
    rule((password: string) => password.length > 0, required),
    rule((password: string) => /^[A-Za-z0-9]+$/.test(password), 'PASSWORD_INVALID'),
    rule(
      (password: string) => password.length >= limits.passwordMin && password.length <= max,
      'PASSWORD_LENGTH',
    ),
  )

/** A new password and its repetition, which has the same rules. The form also compares the two. */
export const newPasswordFields = (max: number) => ({
  password: passwordFieldUpTo(max),
  passwordRepeat: passwordFieldUpTo(max, 'PASSWORD_REPEAT_REQUIRED'),
})

/**
 * The hub's maximum length is its operator's setting, so forms use `passwordFieldUpTo` and the server checks it again.
 */
export const passwordField = passwordFieldUpTo(limits.passwordMaxRaised)

export const codeField = z
  .string({ error: 'CODE_INVALID' })
  .check(rule((code: string) => /^[0-9]{6}$/.test(code), 'CODE_INVALID'))

/** Six digits from an authenticator app, or a recovery code; in groups or not. */
export const twoFactorCodeField = z
  .string({ error: 'CODE_INVALID' })
  .check(rule((code: string) => /^[A-Za-z0-9 -]{6,64}$/.test(code), 'CODE_INVALID'))

/** A letter as a reader counts it: with its combining marks, and some scripts' joiners. */
const graphemeShape = /^(?!\p{Default_Ignorable_Code_Point})\p{L}[\p{L}\p{M}\u200c\u200d]*$/u

function isName(name: string): boolean {
  const letters = splitGraphemes(name)
  return (
    letters.length >= limits.nameMin &&
    letters.length <= limits.nameMax &&
    letters.every((letter) => graphemeShape.test(letter))
  )
}

/** The number of letters as a reader counts them, without outer spaces. */
export const countGraphemes = (name: string): number => splitGraphemes(name.trim()).length

/** Firefox before 125 has no segmenter: letters with their marks come close, and the server counts again. */
function splitGraphemes(text: string): string[] {
  return 'Segmenter' in Intl
    ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
    : (text.match(/[^\p{M}\u200c\u200d][\p{M}\u200c\u200d]*/gu) ?? [])
}

/** A first or last name: 2 to 10 letters in any script, counted as graphemes. */
export const nameField = z
  .string({ error: 'NAME_INVALID' })
  .check(z.trim(), z.maxLength(200, { error: 'NAME_INVALID', abort: true }), rule(isName, 'NAME_INVALID'))

/** The player's name for a passkey. */
export const passkeyNameField = z.string({ error: 'PASSKEY_NAME_INVALID' }).check(
  z.trim(),
  rule(
    (name: string) => !isBlank(name) && name.length <= limits.passkeyNameMax && /^\P{Cc}*$/u.test(name),
    'PASSKEY_NAME_INVALID',
  ),
)

export const consentField = z.literal(true, { error: 'CONSENT_REQUIRED' })

/** The captcha solution: the widget's JSON as base64. */
export const captchaField = z.string({ error: 'CAPTCHA_REQUIRED' }).check(
  rule((payload: string) => payload.length > 0, 'CAPTCHA_REQUIRED'),
  z.maxLength(8192, { error: 'CAPTCHA_REQUIRED' }),
)

export const ticketReasonField = z.enum(ticketReasons, { error: 'REASON_REQUIRED' })

/** A payment id as the payment history shows it, or an empty string. */
export const paymentIdField = z.string({ error: 'PAYMENT_ID_INVALID' }).check(
  z.trim(),
  z.toLowerCase(),
  rule((id: string) => /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/.test(id), 'PAYMENT_ID_INVALID'),
)

/** A support message; may be empty. Tabs and line breaks are the only control characters allowed. */
export const ticketTextField = z.string({ error: 'FIELD_INVALID' }).check(
  z.trim(),
  rule((text: string) => text.length <= limits.ticketTextMax, 'TEXT_TOO_LONG'),
  rule((text: string) => /^[\P{Cc}\t\r\n]*$/u.test(text), 'FIELD_INVALID'),
)

export const loginForm = (passwordMax: number) =>
  z.object({ email: emailField, password: passwordFieldUpTo(passwordMax) })

export const registrationForm = (passwordMax: number) =>
  z
    .object({
      email: emailField,
      ...newPasswordFields(passwordMax),
      consent: consentField,
      captcha: captchaField,
    })
    .check(
      z.refine((form) => form.password === form.passwordRepeat, {
        error: 'PASSWORD_MISMATCH',
        path: ['passwordRepeat'],
      }),
    )

export const namesForm = z.object({ firstName: nameField, lastName: nameField })

export const passkeyForm = z.object({ name: passkeyNameField })

export const receiptEmailForm = z.object({ email: emailField })

/** @param needsWaiver  The player must accept the statement about the right to withdraw. */
export const payForm = (needsWaiver: boolean) =>
  z.object({
    email: emailField,
    isWaived: z.boolean().check(rule((isWaived) => isWaived || !needsWaiver, 'WAIVER_REQUIRED')),
  })

export const supportForm = z.object({
  paymentId: paymentIdField,
  reason: ticketReasonField,
  email: emailField,
  message: ticketTextField,
})

export const ticketAnswerForm = z.object({
  text: ticketTextField.check(rule((text: string) => !isBlank(text), 'TEXT_REQUIRED')),
})
