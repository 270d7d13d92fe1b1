import { allProjects, type Grant } from '@playhub/contract/operator'
import { getOperatorMessages, type OperatorMessages } from '../../i18n/operator-messages.ts'
import { fillText } from '../../i18n/server-messages.ts'
import { type Email, emailQueue } from '../../platform/mail/email.ts'
import { renderEmailLayout } from '../../platform/mail/email-layout.ts'
import { formatDateTime } from '../../platform/mail/format-date.ts'
import type { OperatorsDeps } from '../deps.ts'
import { findOperator } from '../operator-store.ts'
import { findSession } from '../sessions/session-store.ts'
import type { OperatorRow } from '../tables.ts'
import { type Alert, AlertPayload, alertKind } from './alerts.ts'
import { describeDevice } from './device.ts'

export function defineAlertEmail(deps: OperatorsDeps): void {
  deps.jobs.define(alertKind, {
    queue: emailQueue,
    run: (payload) => emailAlert(deps, AlertPayload.parse(payload)),
  })
}

async function emailAlert(deps: OperatorsDeps, alert: Alert): Promise<void> {
  const operator = await findOperator(deps.db, alert.operatorId)
  const recipient = alert.ownerId ? await findOperator(deps.db, alert.ownerId) : operator
  if (!operator || !recipient) return
  const facts = await readFacts(deps, recipient, alert)
  if (!facts) return
  const brand = deps.getBrand()
  const consoleUrl = deps.config.console.url
  const rendering = { facts: { ...facts, operator: operator.name }, brand, consoleUrl }
  await deps.mail.send(renderAlertEmail(recipient, alert, rendering))
}

/** Undefined when the session is no longer stored. */
async function readFacts(
  { db }: OperatorsDeps,
  { language }: OperatorRow,
  alert: Alert,
): Promise<Record<string, string> | undefined> {
  const { alert: messages } = getOperatorMessages(language)
  if (alert.alert === 'roles-changed') return { roles: nameGrants(alert.grants, messages) }
  if (alert.alert !== 'new-device') return {}
  const session = await findSession(db, alert.sessionId)
  return session && { device: describeDevice(session.userAgent) ?? messages.unknownDevice, ip: session.ip }
}

/** "support (all projects), producer (islandm3)" */
function nameGrants(grants: Grant[], { allProjects: all, role: names }: OperatorMessages['alert']): string {
  return grants
    .map(({ role, project }) => `${names[role]} (${project === allProjects ? all : project})`)
    .join(', ')
}

type Rendering = { facts: Record<string, string>; brand: string; consoleUrl: string }

function renderAlertEmail(
  { email, name, language }: OperatorRow,
  { alert, at, ownerId }: Alert,
  { facts, brand, consoleUrl }: Rendering,
): Email {
  const { alert: messages } = getOperatorMessages(language)
  const values = { brand, name, date: formatDateTime(at, language), ...facts }
  const { subject, heading, lead } =
    ownerId && alert !== 'new-device' ? messages.toOwner[alert] : messages[alert]
  const warning = fillText(ownerId ? messages.toOwner.warning : messages.warning, values)
  const [title, text] = [fillText(heading, values), fillText(lead, values)]
  return {
    to: email,
    kind: 'team',
    subject: fillText(subject, values),
    text: `${[title, text, warning, consoleUrl].join('\n\n')}\n`,
    html: renderEmailLayout({
      language,
      brand,
      heading: title,
      lead: text,
      small: [warning],
      publicUrl: consoleUrl,
    }),
  }
}
