import type { AuthMethod } from '@playhub/contract'
import { fillText, type ServerTexts } from '../../i18n/server-texts.ts'
import { renderEmailLayout } from '../../platform/mail/email-layout.ts'
import { formatDateTime } from '../../platform/mail/format-date.ts'
import type { Email } from '../../platform/mail/mail.ts'
import { plainText, renderDeletionEmail } from '../emails.ts'
import type { AccountChange } from './account-change.ts'

type ChangeEmail = {
  to: string
  texts: ServerTexts
  publicUrl: string
  change: AccountChange
  changedAt: number
  /** The page that undoes the change. */
  undoUrl: string
}

/** Tells the owner of an account what has changed, and how to undo it. */
export function renderAccountChangeEmail({ change, changedAt, undoUrl, ...recipient }: ChangeEmail): Email {
  const { to, texts, publicUrl } = recipient
  const { language, brand, emails } = texts
  const { own, undo, action } = emails.accountChange
  const button = { label: action, url: undoUrl }
  if (change.kind === 'deletion-requested') {
    return renderDeletionEmail({ ...recipient, deletionAt: change.deletionAt, undo, action: button })
  }
  const { heading, fact } = emails.accountChange[change.kind]
  const lead = fillText(fact, { name: nameOf(change, texts), date: formatDateTime(changedAt, language) })
  return {
    to,
    subject: `${heading} — ${brand}`,
    text: plainText([heading, lead, own, undo, undoUrl], { brand, publicUrl }),
    html: renderEmailLayout({
      language,
      brand,
      heading,
      lead,
      small: [own, undo],
      action: button,
      publicUrl,
    }),
  }
}

const brandNames: Record<Exclude<AuthMethod, 'mail' | 'yandex'>, string> = {
  google: 'Google',
  apple: 'Apple',
  vk: 'VK',
  telegram: 'Telegram',
  facebook: 'Facebook',
}

function nameOf(
  change: Exclude<AccountChange, { kind: 'deletion-requested' }>,
  { emails }: ServerTexts,
): string {
  if ('passkey' in change) return change.passkey.name
  if (!('identity' in change)) return ''
  const { provider, label } = change.identity
  const name = { ...brandNames, ...emails.accountChange.methodName }[provider]
  return label ? `${name} (${label})` : name
}
