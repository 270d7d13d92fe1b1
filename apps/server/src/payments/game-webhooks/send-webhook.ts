import { Webhook } from 'standardwebhooks'
import { SECOND_MS } from '../../platform/clock.ts'
import type { Deps } from '../deps.ts'
import type { WebhookAnswer } from '../ledger/webhook.ts'
import { postOutside } from './guarded-post.ts'

/**
 * Signs a message and posts it to the game server of a project. While a secret is being changed it is signed with the
 * old one and the new one, and a receiver takes either.
 * @param id  The `webhook-id`.
 * @throws    when nobody answers in time, or the project has no address or no secret
 */
export async function postSigned(
  { catalogue, config }: Pick<Deps, 'catalogue' | 'config'>,
  project: string,
  { id, body, timeoutMs }: { id: string; body: string; timeoutMs: number },
): Promise<WebhookAnswer> {
  const url = catalogue.project(project)?.webhookUrl
  const secrets = config.webhookSecretsOf(project)
  if (!url || secrets.length === 0)
    throw new Error(`Project ${project} has no ${url ? 'webhook secret' : 'webhook address'}`)
  // The game server compares with its own clock, so this is the time of the wire, whatever ours says.
  const sentAt = new Date()
  return postOutside(url, body, {
    allowPrivate: config.mode === 'sandbox',
    timeoutMs,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Playhub-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / SECOND_MS)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body)).join(' '),
    },
  })
}
