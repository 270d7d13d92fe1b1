import type { PaymentProvider } from '@playhub/contract'
import { SECOND_MS } from '../../platform/clock.ts'
import { getErrorMessage } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { isAccepted, type WebhookResponse } from '../../platform/outbound/guarded-request.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { findOpenAttempt } from '../records/attempt-store.ts'
import { findChargeAmount } from '../records/order.ts'
import type { OrderRow } from '../records/tables.ts'
import { webhookBody } from '../records/webhook.ts'
import { sendWebhook } from './send-webhook.ts'
import { listSigningSecrets } from './webhook-secrets.ts'

const timeoutMs = 3 * SECOND_MS
/** Statuses below 500 caused by the server, not the player. */
const temporaryStatuses = new Set([408, 429])

/**
 * Requests the game server's consent to this purchase, if its project enables it. Called before an attempt is opened;
 * skipped when one is open. Without a response the payment does not start: the game might not grant a paid item.
 * @throws Refusal PAYMENT_REFUSED_BY_GAME, or GAME_SERVER_UNAVAILABLE when there is no usable response
 */
export async function verifyPlayer(deps: Deps, order: OrderRow, provider: PaymentProvider): Promise<void> {
  if (!deps.catalogue.project(order.project)?.verifyPlayers) return
  if (await findOpenAttempt(deps.db, order.id)) return
  const response = await requestVerification(deps, order, provider)
  if (isAccepted(response)) return
  const { status } = response
  const isRefused = status >= 400 && status < 500 && !temporaryStatuses.has(status)
  deps.log.info({ orderId: order.id, status }, 'Purchase not accepted by the game server')
  throw new Refusal(isRefused ? 'PAYMENT_REFUSED_BY_GAME' : 'GAME_SERVER_UNAVAILABLE')
}

async function requestVerification(
  deps: Deps,
  order: OrderRow,
  provider: PaymentProvider,
): Promise<WebhookResponse> {
  const { id: paymentId, playerId, project, itemId, metadata } = order
  const charge = findChargeAmount(order, provider)
  const body = webhookBody({
    type: 'player.verify',
    timestamp: deps.clock.now(),
    data: { playerId, paymentId, project, itemId, ...charge, metadata: JSON.parse(metadata) },
  })
  const secrets = await listSigningSecrets(deps, project)
  try {
    return await sendWebhook(deps, project, { id: newId(), body, timeoutMs, secrets })
  } catch (cause) {
    deps.log.warn(
      { orderId: paymentId, reason: getErrorMessage(cause) },
      'No response from the game server to player.verify',
    )
    throw new Refusal('GAME_SERVER_UNAVAILABLE', undefined, { cause })
  }
}
