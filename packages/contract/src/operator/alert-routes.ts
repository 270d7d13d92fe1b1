import * as z from 'zod'
import { parseUrl } from '../browsers/newer-builtins.ts'
import { result } from '../shapes.ts'
import { alertKinds } from './alert-kinds.ts'
import { operatorLimits } from './limits.ts'
import { PlainText, TechnicalText } from './personal.ts'
import { ById, reason, route, WithReason } from './route.ts'
import { AlertWebhook } from './shapes.ts'

const kinds = z
  .array(z.enum(alertKinds))
  .max(alertKinds.length)
  .transform((given) => alertKinds.filter((kind) => given.includes(kind)))

export const alertRoutes = {
  'GET /alert-webhooks': route({
    summary: 'Lists the webhooks that tell the publisher what needs a person',
    permission: 'alerts.manage',
    command: {
      name: 'alerts list',
      columns: ['id', 'url', 'kinds', 'createdAt', 'sentAt', 'status', 'error'],
    },
    response: result(z.array(AlertWebhook)),
  }),
  'POST /alert-webhooks': route({
    summary: 'Adds a webhook for Slack, Telegram or any URL; its secret is shown once',
    permission: 'alerts.manage',
    command: {
      name: 'alerts add',
      arguments: { url: 'url' },
      fixed: { kinds: alertKinds },
      says: 'Webhook {details.id} gets alerts. Its secret, which is shown only once:\n  {secret}',
    },
    needsReauthentication: true,
    body: z.object({
      url: z
        .url({ protocol: /^https?$/ })
        .max(operatorLimits.webhookUrl)
        .refine(hasNoLogin),
      kinds,
      reason,
    }),
    response: result(z.object({ secret: PlainText, details: AlertWebhook })),
    refusals: ['ALERT_WEBHOOKS_TOO_MANY'],
  }),
  'PUT /alert-webhooks/{id}': route({
    summary: 'Switches kinds of alerts on and off',
    permission: 'alerts.manage',
    command: {
      name: 'alerts change',
      arguments: { id: 'id' },
      says: 'Webhook {id} gets alerts about {kinds}.',
    },
    params: ById,
    body: z.object({ kinds }),
    response: result(z.array(AlertWebhook)),
    refusals: ['ALERT_WEBHOOK_NOT_FOUND'],
  }),
  'DELETE /alert-webhooks/{id}': route({
    summary: 'Removes a webhook',
    permission: 'alerts.manage',
    command: { name: 'alerts remove', arguments: { id: 'id' }, says: 'Webhook {id} is removed.' },
    params: ById,
    body: WithReason,
    response: result(z.array(AlertWebhook)),
    refusals: ['ALERT_WEBHOOK_NOT_FOUND'],
  }),
  'POST /alert-webhooks/{id}/test': route({
    summary: 'Sends a test at once',
    permission: 'alerts.manage',
    command: {
      name: 'alerts test',
      arguments: { id: 'id' },
      succeeds: 'isDelivered',
      says: 'Webhook {id} accepts alerts.',
      saysElse: 'Not accepted: {error}',
    },
    params: ById,
    response: result(
      z.object({ isDelivered: z.boolean(), status: z.int().nullable(), error: TechnicalText.nullable() }),
    ),
    refusals: ['ALERT_WEBHOOK_NOT_FOUND'],
  }),
} as const

function hasNoLogin(href: string): boolean {
  const url = parseUrl(href)
  return url !== null && url.username === '' && url.password === '' && url.hash === ''
}
