import { getOperatorMessages } from '../../i18n/operator-messages.ts'
import { fillText } from '../../i18n/server-messages.ts'
import { hashToken, newToken } from '../../platform/authentication/random-token.ts'
import { transact } from '../../platform/database/database.ts'
import { type Email, emailQueue } from '../../platform/mail/email.ts'
import { renderEmailLayout } from '../../platform/mail/email-layout.ts'
import { formatDateTime } from '../../platform/mail/format-date.ts'
import type { OperatorsDeps } from '../deps.ts'
import { lockOperator } from '../operator-store.ts'
import type { LinkPurpose, OperatorRow } from '../tables.ts'
import { findOpenLink, insertLink } from './link-store.ts'
import { createLinkUrl, LinkEmailPayload, linkEmailKind } from './links.ts'

export function defineLinkEmail(deps: OperatorsDeps): void {
  deps.jobs.define(linkEmailKind, {
    queue: emailQueue,
    run: (payload) => emailLink(deps, LinkEmailPayload.parse(payload).tokenHash),
  })
}

/** Mails a link with a token of its own. Does nothing if the shown link was used or replaced in the meantime. */
async function emailLink(deps: OperatorsDeps, shownHash: string): Promise<void> {
  const token = newToken()
  const added = await transact(deps.db, async (tx) => {
    const shown = await findOpenLink(tx, shownHash, deps.clock.now())
    // Locks before the link is copied: a new link may replace both at the same time.
    const operator = shown && (await lockOperator(tx, shown.operatorId))
    const link = await findOpenLink(tx, shownHash, deps.clock.now())
    if (!operator || !link || operator.state === 'suspended') return undefined
    await insertLink(tx, { ...link, tokenHash: hashToken(token), passwordHash: null, totpSecret: null })
    return { operator, link }
  })
  if (!added) return
  const { operator, link } = added
  await deps.mail.send(
    renderLinkEmail(operator, {
      purpose: link.purpose,
      expiresAt: link.expiresAt,
      linkUrl: createLinkUrl(deps.config, token),
      brand: deps.getBrand(),
      consoleUrl: deps.config.console.url,
    }),
  )
}

type LinkEmail = {
  purpose: LinkPurpose | 'new-password'
  linkUrl: string
  expiresAt: number
  brand: string
  consoleUrl: string
}

export function renderLinkEmail(
  { email, name, language, passwordHash }: OperatorRow,
  { purpose, linkUrl, expiresAt, brand, consoleUrl }: LinkEmail,
): Email {
  const messages = getOperatorMessages(language)
  const kind = purpose === 'set-up' && passwordHash !== null ? 'recovery' : purpose
  const { subject, heading, lead, action } = messages[kind]
  const values = { brand, name, date: formatDateTime(expiresAt, language) }
  const small = [messages.validity, messages.ignore].map((text) => fillText(text, values))
  const [title, text] = [fillText(heading, values), fillText(lead, values)]
  return {
    to: email,
    kind: 'team',
    subject: fillText(subject, values),
    text: `${[title, text, linkUrl, ...small, consoleUrl].join('\n\n')}\n`,
    html: renderEmailLayout({
      language,
      brand,
      heading: title,
      lead: text,
      small,
      action: { label: action, url: linkUrl },
      publicUrl: consoleUrl,
    }),
  }
}
