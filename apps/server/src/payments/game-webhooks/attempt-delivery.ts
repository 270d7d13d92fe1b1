import { getErrorMessage } from '../../platform/errors.ts'
import { newIdAt } from '../../platform/ids.ts'
import { isAccepted, type WebhookResponse } from '../../platform/outbound/guarded-request.ts'
import type { WebhookDeliveryRow } from '../records/tables.ts'
import { type SendDeps, sendWebhook } from './send-webhook.ts'
import { listSigningSecrets, type SigningDeps } from './webhook-secrets.ts'

type Message = {
  id: string
  project: string
  body: string
  timeoutMs: number
  origin: WebhookDeliveryRow['origin']
}

type AcceptedAttempt = { isAccepted: true; delivery: WebhookDeliveryRow }
export type FailedAttempt = {
  isAccepted: false
  reason: string
  /** Undefined when there was none. */
  response?: WebhookResponse
  delivery: WebhookDeliveryRow
}
export type Attempt = AcceptedAttempt | FailedAttempt

/** Sends a webhook once. Records nothing. */
export async function attemptDelivery(
  deps: SendDeps & SigningDeps,
  { id, project, body, timeoutMs, origin }: Message,
): Promise<Attempt> {
  const secrets = await listSigningSecrets(deps, project)
  const at = deps.clock.now()
  const startedAt = performance.now()
  const describe = (result: Pick<WebhookDeliveryRow, 'status' | 'error' | 'response'>) => ({
    ...{ id: newIdAt(at), webhookId: id, project, at, origin, ...result },
    durationMs: Math.round(performance.now() - startedAt),
  })
  try {
    const response = await sendWebhook(deps, project, { id, body, timeoutMs, secrets })
    const { status, text } = response
    const delivery = describe({ status, error: null, response: text })
    if (isAccepted(response)) return { isAccepted: true, delivery }
    return { isAccepted: false, reason: `The game server answered ${status}`, response, delivery }
  } catch (error) {
    const reason = getErrorMessage(error)
    return { isAccepted: false, reason, delivery: describe({ status: null, error: reason, response: null }) }
  }
}
