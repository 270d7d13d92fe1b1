import { fillText, type ServerTexts } from '../i18n/server-texts.ts'
import type { Email } from '../platform/mail/email.ts'
import { renderEmailLayout } from '../platform/mail/email-layout.ts'
import { formatDateTime } from '../platform/mail/format-date.ts'
import type { CodePurpose } from './tables.ts'

type Recipient = {
  to: string
  texts: ServerTexts
  /** The hub's public URL without a trailing slash. */
  publicUrl: string
}

export type CodeEmail = Recipient & { purpose: CodePurpose; code: string }

/** The subject starts with the code, so that a notification shows it without opening the email. */
export function renderCodeEmail({ purpose, to, code, texts, publicUrl }: CodeEmail): Email {
  const { language, brand, emails } = texts
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

export function renderPasswordChangedEmail({ to, texts, publicUrl }: Recipient): Email {
  const { language, brand, emails } = texts
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
  texts,
  publicUrl,
  until,
}: Recipient & { until: number }): Email {
  const { fact, ...rest } = texts.emails.passwordGuesses
  const lead = fillText(fact, { date: formatDateTime(until, texts.language) })
  return renderGuessesEmail({ to, texts, publicUrl }, { ...rest, fact: lead })
}

/** The wrong codes followed a correct password. */
export function renderCodeGuessesEmail(recipient: Recipient): Email {
  return renderGuessesEmail(recipient, recipient.texts.emails.codeGuesses)
}

/** @param until  When codes work from every network again. */
export function renderEmailCodeGuessesEmail({ until, ...recipient }: Recipient & { until: number }): Email {
  const { texts, publicUrl } = recipient
  const { fact, ...rest } = texts.emails.emailCodeGuesses
  const lead = fillText(fact, { date: formatDateTime(until, texts.language) })
  return renderGuessesEmail(recipient, { ...rest, fact: lead }, `${publicUrl}/settings`)
}

function renderGuessesEmail(
  { to, texts: { language, brand }, publicUrl }: Recipient,
  { subject, heading, fact, advice }: Record<'subject' | 'heading' | 'fact' | 'advice', string>,
  address = `${publicUrl}/auth/recovery-password`,
): Email {
  return {
    to,
    subject,
    text: plainText([heading, fact, advice, address], { brand, publicUrl }),
    html: renderEmailLayout({ language, brand, heading, lead: fact, small: [advice, address], publicUrl }),
  }
}

/** @param effectiveAt  When the undo takes effect unless the player stops it. */
export function renderPendingUndoEmail({
  to,
  texts,
  publicUrl,
  effectiveAt,
}: Recipient & { effectiveAt: number }): Email {
  const { language, brand, emails } = texts
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
  /** What the action does. */
  undo?: string
  /** Shown to owners who did not request the deletion. */
  action?: { label: string; url: string }
}

export function renderDeletionEmail({ to, texts, publicUrl, deletionAt, ...email }: DeletionEmail): Email {
  const { language, brand, emails } = texts
  const { subject, heading, fact, keep } = emails.deletion
  const { undo, action } = email
  const undoing = undo === undefined ? [] : [undo]
  const lead = fillText(fact, { date: formatDateTime(deletionAt, language) })
  const address = `${publicUrl}/settings`
  return {
    to,
    subject,
    text: plainText([heading, lead, keep, address, ...undoing, ...(action ? [action.url] : [])], {
      brand,
      publicUrl,
    }),
    html: renderEmailLayout({
      language,
      brand,
      heading,
      lead,
      small: [keep, address, ...undoing],
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
