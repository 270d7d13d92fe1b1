import type { AuthMethod } from '@playhub/contract'
import { fillText, type ServerMessages } from '../../i18n/server-messages.ts'
import type { Email } from '../../platform/mail/email.ts'
import { renderEmailLayout } from '../../platform/mail/email-layout.ts'
import { formatDateTime } from '../../platform/mail/format-date.ts'
import { plainText, renderDeletionEmail, renderPasswordChangedEmail } from '../emails.ts'
import type { AccountChange } from './account-change.ts'

/** @property changedAt  When the change was made. */
type EmailedChange = AccountChange & { changedAt: number }

type ChangeEmail = {
  to: string
  messages: ServerMessages
  publicUrl: string
  /** Page for undoing the changes; null for an unconfirmed email. */
  undoUrl: string | null
}

/** Tells the owner what changed in the account and how to undo it. */
export function renderAccountChangesEmail({
  changes,
  ...email
}: ChangeEmail & { changes: EmailedChange[] }): Email {
  const [first, ...others] = changes
  if (first && others.length === 0) return renderChangeEmail({ ...email, change: first })
  const { heading, undo } = email.messages.emails.accountChange.several
  return renderFacts(email, {
    heading,
    facts: changes.map((change) => describeChange(change, email.messages)),
    undo,
  })
}

function renderChangeEmail({
  change,
  undoUrl,
  ...recipient
}: ChangeEmail & { change: EmailedChange }): Email {
  const { messages } = recipient
  const { undo, action } = messages.emails.accountChange
  if (change.kind === 'password-changed') return renderPasswordChangedEmail(recipient)
  if (change.kind === 'deletion-requested') {
    const undoing = undoUrl === null ? {} : { undo, action: { label: action, url: undoUrl } }
    return renderDeletionEmail({ ...recipient, deletionAt: change.deletionAt, ...undoing })
  }
  const { heading } = messages.emails.accountChange[change.kind]
  return renderFacts({ ...recipient, undoUrl }, { heading, facts: [describeChange(change, messages)], undo })
}

function renderFacts(
  { to, messages, publicUrl, undoUrl }: ChangeEmail,
  { heading, facts, undo }: { heading: string; facts: string[]; undo: string },
): Email {
  const { language, brand, emails } = messages
  const { own, action, settings } = emails.accountChange
  const [lead = '', ...others] = facts
  const settingsUrl = `${publicUrl}/settings`
  const advice = undoUrl === null ? [settings, settingsUrl] : [own, undo]
  return {
    to,
    subject: `${heading} — ${brand}`,
    text: plainText([heading, ...facts, ...advice, ...(undoUrl === null ? [] : [undoUrl])], {
      brand,
      publicUrl,
    }),
    html: renderEmailLayout({
      language,
      brand,
      heading,
      lead,
      small: [...others, ...advice],
      ...(undoUrl !== null && { action: { label: action, url: undoUrl } }),
      publicUrl,
    }),
  }
}

function describeChange(change: EmailedChange, messages: ServerMessages): string {
  const { language, emails } = messages
  if (change.kind === 'deletion-requested')
    return fillText(emails.deletion.fact, { date: formatDateTime(change.deletionAt, language) })
  const { fact } = emails.accountChange[change.kind]
  return fillText(fact, { name: getName(change, messages), date: formatDateTime(change.changedAt, language) })
}

const brandNames: Record<Exclude<AuthMethod, 'mail' | 'yandex'>, string> = {
  google: 'Google',
  apple: 'Apple',
  vk: 'VK',
  telegram: 'Telegram',
  facebook: 'Facebook',
}

function getName(
  change: Exclude<AccountChange, { kind: 'deletion-requested' }>,
  { emails }: ServerMessages,
): string {
  if ('passkey' in change) return change.passkey.name
  if (!('identity' in change)) return ''
  const { provider, label } = change.identity
  const name = { ...brandNames, ...emails.accountChange.methodName }[provider]
  return label ? `${name} (${label})` : name
}
