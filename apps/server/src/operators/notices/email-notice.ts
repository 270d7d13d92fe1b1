import { allProjects, type Grant } from '@playhub/contract/operator'
import { getOperatorTexts, type OperatorTexts } from '../../i18n/operator-texts.ts'
import { fillText } from '../../i18n/server-texts.ts'
import { type Email, emailQueue } from '../../platform/mail/email.ts'
import { renderEmailLayout } from '../../platform/mail/email-layout.ts'
import { formatDateTime } from '../../platform/mail/format-date.ts'
import type { OperatorsDeps } from '../deps.ts'
import { findOperator } from '../operator-store.ts'
import { findSession } from '../sessions/session-store.ts'
import type { OperatorRow } from '../tables.ts'
import { describeDevice } from './device.ts'
import { type Notice, NoticePayload, noticeKind } from './notices.ts'

export function defineNoticeEmail(deps: OperatorsDeps): void {
  deps.jobs.define(noticeKind, {
    queue: emailQueue,
    run: (payload) => emailNotice(deps, NoticePayload.parse(payload)),
  })
}

async function emailNotice(deps: OperatorsDeps, notice: Notice): Promise<void> {
  const operator = await findOperator(deps.db, notice.operatorId)
  if (!operator) return
  const facts = await readFacts(deps, operator, notice)
  if (!facts) return
  const brand = deps.getBrand()
  const consoleUrl = deps.config.console.url
  await deps.mail.send(renderNoticeEmail(operator, notice, { facts, brand, consoleUrl }))
}

/** Undefined when the session is no longer stored. */
async function readFacts(
  { db }: OperatorsDeps,
  { language }: OperatorRow,
  notice: Notice,
): Promise<Record<string, string> | undefined> {
  const { notice: texts } = getOperatorTexts(language)
  if (notice.notice === 'roles-changed') return { roles: nameGrants(notice.grants, texts) }
  if (notice.notice !== 'new-device') return {}
  const session = await findSession(db, notice.sessionId)
  return session && { device: describeDevice(session.userAgent) ?? texts.unknownDevice, ip: session.ip }
}

/** "support (all projects), producer (islandm3)" */
function nameGrants(grants: Grant[], { allProjects: all, role: names }: OperatorTexts['notice']): string {
  return grants
    .map(({ role, project }) => `${names[role]} (${project === allProjects ? all : project})`)
    .join(', ')
}

type Rendering = { facts: Record<string, string>; brand: string; consoleUrl: string }

function renderNoticeEmail(
  { email, name, language }: OperatorRow,
  { notice, at }: Notice,
  { facts, brand, consoleUrl }: Rendering,
): Email {
  const { notice: texts } = getOperatorTexts(language)
  const values = { brand, name, date: formatDateTime(at, language), ...facts }
  const { subject, heading, lead } = texts[notice]
  const [title, text] = [fillText(heading, values), fillText(lead, values)]
  return {
    to: email,
    kind: 'team',
    subject: fillText(subject, values),
    text: `${[title, text, texts.warning, consoleUrl].join('\n\n')}\n`,
    html: renderEmailLayout({
      language,
      brand,
      heading: title,
      lead: text,
      small: [texts.warning],
      publicUrl: consoleUrl,
    }),
  }
}
