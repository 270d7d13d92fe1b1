import type { PaymentProvider } from '@playhub/contract'
import { SECOND_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { findOpenAttempt } from '../ledger/attempt-store.ts'
import { chargeOf } from '../ledger/order.ts'
import type { OrderRow } from '../ledger/tables.ts'
import { bodyOf, isTaken, type WebhookAnswer } from '../ledger/webhook.ts'
import { postSigned } from './send-webhook.ts'

const timeoutMs = 3 * SECOND_MS
/** Statuses below 500 that tell of the server and not of the player. */
const saysNothing = new Set([408, 429])

/**
 * Asks a game that wishes it whether it takes this purchase, before an attempt is opened; one that is open was asked
 * about. A game that does not answer is no yes: the player could pay for what the game would not give.
 * @throws Refusal PAYMENT_REFUSED_BY_GAME, or GAME_SERVER_UNAVAILABLE when it gives no sensible answer
 */
export async function verifyPlayer(deps: Deps, order: OrderRow, provider: PaymentProvider): Promise<void> {
  if (!deps.catalogue.project(order.project)?.verifyPlayers) return
  if (await findOpenAttempt(deps.db, order.id)) return
  const answer = await ask(deps, order, provider)
  if (isTaken(answer)) return
  const isRefused = answer.status >= 400 && answer.status < 500 && !saysNothing.has(answer.status)
  deps.log.info({ order: order.id, status: answer.status }, 'A game did not take a purchase')
  throw new Refusal(isRefused ? 'PAYMENT_REFUSED_BY_GAME' : 'GAME_SERVER_UNAVAILABLE')
}

async function ask(deps: Deps, order: OrderRow, provider: PaymentProvider): Promise<WebhookAnswer> {
  const { id: paymentId, playerId, project, itemId, metadata } = order
  const body = bodyOf({
    type: 'player.verify',
    timestamp: deps.clock.now(),
    data: {
      playerId,
      paymentId,
      project,
      itemId,
      ...chargeOf(order, provider),
      metadata: JSON.parse(metadata),
    },
  })
  try {
    return await postSigned(deps, project, { id: newId(), body, timeoutMs })
  } catch (cause) {
    deps.log.warn(
      { order: paymentId, reason: (cause as Error).message },
      'A game was asked and did not answer',
    )
    throw new Refusal('GAME_SERVER_UNAVAILABLE', undefined, { cause })
  }
}
