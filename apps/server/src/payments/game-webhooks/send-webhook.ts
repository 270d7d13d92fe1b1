import { SpanKind } from '@opentelemetry/api'
import { Webhook } from 'standardwebhooks'
import { SECOND_MS } from '../../platform/clock.ts'
import { guardedPost, type WebhookResponse } from '../../platform/outbound/guarded-request.ts'
import { inSpan, traceHeaders } from '../../platform/tracing/spans.ts'
import type { Deps } from '../deps.ts'

export type SendDeps = Pick<Deps, 'catalogue'> & {
  config: Pick<Deps['config'], 'mode' | 'webhookNetworks'>
}

/**
 * Signs a message with each secret and posts it to a project's game server.
 * @param message.id  The `webhook-id`.
 * @throws Error on a timeout or connection failure, or when the project has no webhook URL or secret
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function sendWebhook(
  { catalogue, config }: SendDeps,
  project: string,
  { id, body, timeoutMs, secrets }: { id: string; body: string; timeoutMs: number; secrets: string[] },
): Promise<WebhookResponse> {
  const url = catalogue.project(project)?.webhookUrl
  if (!url || secrets.length === 0)
    throw new Error(`Project ${project} has no ${url ? 'webhook secret' : 'webhook URL'}`)
  // Receivers compare the timestamp with their own clock, so this is the system time even when tests move ours.
  const sentAt = new Date()
  const attributes = { 'playhub.project': project, 'playhub.webhook.id': id }
  return inSpan('webhook', { kind: SpanKind.CLIENT, attributes }, () =>
    guardedPost(url, body, {
      allowPrivate: config.mode === 'sandbox',
      networks: config.webhookNetworks,
      timeoutMs,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Playhub-Webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / SECOND_MS)),
        'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body)).join(' '),
        ...traceHeaders(),
      },
    }),
  )
}
