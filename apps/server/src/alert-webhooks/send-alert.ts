import { formatMoney, isCurrency } from '@playhub/contract'
import type { AlertKind } from '@playhub/contract/operator'
import { Webhook } from 'standardwebhooks'
import { getOperatorMessages } from '../i18n/operator-messages.ts'
import { fillText } from '../i18n/server-messages.ts'
import { type Clock, SECOND_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { getErrorMessage } from '../platform/errors.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import { guardedPost, isAccepted } from '../platform/outbound/guarded-request.ts'
import type { AlertEvent } from './find-events.ts'
import type { AlertWebhookRow } from './tables.ts'

export type SendDeps = {
  db: Db
  clock: Clock
  config: Pick<HubConfig, 'mode' | 'webhookNetworks' | 'console'>
}

type Alert = Omit<AlertEvent, 'key'> & {
  /** The `webhook-id`, which stays when a delivery is repeated. */
  id: string
  kind: AlertKind | 'test'
  at: number
}

export type AlertResult = { isDelivered: boolean; status: number | null; error: string | null }

const timeoutMs = 10 * SECOND_MS

/** Sends an alert once, signed as webhooks to games are, and keeps the result. */
export async function sendAlert(
  deps: SendDeps,
  webhook: AlertWebhookRow,
  alert: Alert,
): Promise<AlertResult> {
  const result = await post(deps, webhook, alert)
  const { status, error } = result
  await deps.db
    .updateTable('alertWebhooks')
    .set({ sentAt: deps.clock.now(), status, error })
    .where('id', '=', webhook.id)
    .execute()
  return result
}

async function post({ config }: SendDeps, webhook: AlertWebhookRow, alert: Alert): Promise<AlertResult> {
  const body = JSON.stringify(toAlertBody(webhook, alert, config.console.url))
  const sentAt = new Date()
  try {
    const response = await guardedPost(webhook.url, body, {
      allowPrivate: config.mode === 'sandbox',
      networks: config.webhookNetworks,
      timeoutMs,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Playhub-Webhooks/1',
        'webhook-id': alert.id,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / SECOND_MS)),
        'webhook-signature': new Webhook(webhook.secret).sign(alert.id, sentAt, body),
      },
    })
    return { isDelivered: isAccepted(response), status: response.status, error: null }
  } catch (error) {
    return { isDelivered: false, status: null, error: hideUrl(getErrorMessage(error), webhook.url) }
  }
}

/** The path of Slack's and Telegram's URLs is a secret. */
const hideUrl = (message: string, url: string) => message.replaceAll(url, new URL(url).host)

/** Slack and Telegram show a text; others get the event. */
export function toAlertBody(
  webhook: Pick<AlertWebhookRow, 'url' | 'language'>,
  alert: Alert,
  consoleUrl: string,
): Record<string, unknown> {
  const { hostname, searchParams } = new URL(webhook.url)
  const text = toText(webhook.language, alert, consoleUrl)
  if (hostname === 'hooks.slack.com') return { text }
  if (hostname === 'api.telegram.org')
    return { chat_id: searchParams.get('chat_id'), text, link_preview_options: { is_disabled: true } }
  const { id, kind: type, at, subject, project, orderId, amountMinor, currency } = alert
  const amount = amountMinor === null ? {} : { amountMinor, currency }
  return { id, type, at, subject, project, orderId, ...amount, url: toUrl(alert, consoleUrl) }
}

function toText(language: 'ru' | 'en', alert: Alert, consoleUrl: string): string {
  const { amountMinor, currency, kind, project } = alert
  const { alertWebhook: messages } = getOperatorMessages(language)
  const money = amountMinor !== null && isCurrency(currency) ? { amountMinor, currency } : null
  const facts = [project, money && formatMoney(money, language)].filter((fact) => fact !== null)
  const detail = facts.length === 0 ? '' : ` (${facts.join(', ')})`
  return `${fillText(messages[kind], { subject: alert.subject })}${detail}\n${toUrl(alert, consoleUrl)}`
}

function toUrl({ kind, subject, project, orderId }: Alert, consoleUrl: string): string {
  if (kind === 'build-worse') return `${consoleUrl}/insights/${project}`
  if (kind === 'ticket-old') return `${consoleUrl}/tickets/${subject}`
  return orderId === null ? `${consoleUrl}/operations` : `${consoleUrl}/orders/${orderId}`
}
