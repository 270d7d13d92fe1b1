import { fillText, type ServerMessages } from '../i18n/server-messages.ts'
import type { Email } from '../platform/mail/email.ts'
import { renderEmailLayout } from '../platform/mail/email-layout.ts'
import { formatDateTime } from '../platform/mail/format-date.ts'
import type { CodePurpose } from './tables.ts'

type Recipient = {
  to: string
  messages: ServerMessages
  /** The hub's public URL without a trailing slash. */
  publicUrl: string
}

export type CodeEmail = Recipient & { purpose: CodePurpose; code: string }

/** The subject starts with the code, so a notification shows it without opening the email. */
export function renderCodeEmail({ purpose, to, code, messages, publicUrl }: CodeEmail): Email {
  const { language, brand, emails } = messages
  const { subject, heading, request, ignore } = emails.code[purpose]
  const small = [emails.code.validity, ignore]
  return {
    to,
    kind: 'code',
    subject: fillText(subject, { code }),
    text: plainText([heading, request, code, ...small], { brand, publicUrl }),
    html: renderEmailLayout({ language, brand, heading, lead: request, code, small, publicUrl }),
  }
}

export function renderPasswordChangedEmail({ to, messages, publicUrl }: Recipient): Email {
  const { language, brand, emails } = messages
  const { subject, heading, fact, warning } = emails.passwordChanged
  return {
    to,
    subject,
    text: plainText([heading, fact, warning], { brand, publicUrl }),
    html: renderEmailLayout({ language, brand, heading, lead: fact, small: [warning], publicUrl }),
  }
}

/** @param until  When password login becomes possible again. */
export function renderPasswordGuessesEmail({
  to,
  messages,
  publicUrl,
  until,
}: Recipient & { until: number }): Email {
  const { fact, ...rest } = messages.emails.passwordGuesses
  const lead = fillText(fact, { date: formatDateTime(until, messages.language) })
  return renderGuessesEmail({ to, messages, publicUrl }, { ...rest, fact: lead })
}

/** The wrong codes followed a correct password. */
export function renderCodeGuessesEmail(recipient: Recipient): Email {
  return renderGuessesEmail(recipient, recipient.messages.emails.codeGuesses)
}

/** @param until  When codes work from every network again. */
export function renderEmailCodeGuessesEmail({ until, ...recipient }: Recipient & { until: number }): Email {
  const { messages, publicUrl } = recipient
  const { fact, ...rest } = messages.emails.emailCodeGuesses
  const lead = fillText(fact, { date: formatDateTime(until, messages.language) })
  return renderGuessesEmail(recipient, { ...rest, fact: lead }, `${publicUrl}/settings`)
}

function renderGuessesEmail(
  { to, messages: { language, brand }, publicUrl }: Recipient,
  { subject, heading, fact, advice }: Record<'subject' | 'heading' | 'fact' | 'advice', string>,
  url = `${publicUrl}/auth/recovery-password`,
): Email {
  return {
    to,
    subject,
    text: plainText([heading, fact, advice, url], { brand, publicUrl }),
    html: renderEmailLayout({ language, brand, heading, lead: fact, small: [advice, url], publicUrl }),
  }
}

/** @param effectiveAt  When the undo takes effect unless the player stops it. */
export function renderPendingUndoEmail({
  to,
  messages,
  publicUrl,
  effectiveAt,
}: Recipient & { effectiveAt: number }): Email {
  const { language, brand, emails } = messages
  const { subject, heading, fact, own, stop } = emails.pendingUndo
  const lead = fillText(fact, { date: formatDateTime(effectiveAt, language) })
  const small = [own, stop, `${publicUrl}/settings`]
  return {
    to,
    subject,
    text: plainText([heading, lead, ...small], { brand, publicUrl }),
    html: renderEmailLayout({ language, brand, heading, lead, small, publicUrl }),
  }
}

type DeletionEmail = Recipient & {
  /** When the account will be deleted unless the player keeps it. */
  deletionAt: number
  /** Effect of the action. */
  undo?: string
  /** Shown to owners who did not request the deletion. */
  action?: { label: string; url: string }
}

export function renderDeletionEmail({ to, messages, publicUrl, deletionAt, ...email }: DeletionEmail): Email {
  const { language, brand, emails } = messages
  const { subject, heading, fact, keep } = emails.deletion
  const { undo, action } = email
  const undoing = undo === undefined ? [] : [undo]
  const lead = fillText(fact, { date: formatDateTime(deletionAt, language) })
  const url = `${publicUrl}/settings`
  return {
    to,
    subject,
    text: plainText([heading, lead, keep, url, ...undoing, ...(action ? [action.url] : [])], {
      brand,
      publicUrl,
    }),
    html: renderEmailLayout({
      language,
      brand,
      heading,
      lead,
      small: [keep, url, ...undoing],
      ...(action && { action }),
      publicUrl,
    }),
  }
}

export function plainText(
  paragraphs: string[],
  { brand, publicUrl }: { brand: string; publicUrl: string },
): string {
  return `${[...paragraphs, `${brand}\n${publicUrl}`].join('\n\n')}\n`
}
