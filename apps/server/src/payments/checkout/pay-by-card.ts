import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { expectOrder } from '../records/order-store.ts'
import { findCard } from '../remembered-cards/card-store.ts'
import { remembersCards } from '../remembered-cards/remembered-cards.ts'
import { type StartRequest, startCheckout } from './start-checkout.ts'

type Press = Omit<StartRequest, 'provider' | 'card'> & { cardId: string }
type Pressed = { status: 'paid' | 'pending'; providerId: string | null; clientToken: string | null }

/**
 * Charges a remembered card for an order: the player's press of Pay. Nothing else charges one. A second press finds the
 * first one's attempt.
 * @throws Refusal CARD_NOT_FOUND; CARD_REFUSED, after which other ways to pay are open; TOO_MANY_REQUESTS; as
 *   `startCheckout`
 */
export async function payByCard(deps: Deps, { cardId, ...press }: Press): Promise<Pressed> {
  const { playerId, orderId } = press
  await expectOrder(deps, playerId, orderId)
  const card = remembersCards(deps) ? await findCard(deps.db, playerId, cardId) : undefined
  if (!card) throw new Refusal('CARD_NOT_FOUND')
  try {
    const request = { ...press, provider: card.provider, card: card.id }
    const { providerPaymentId, clientToken } = await startCheckout(deps, request)
    return { status: 'pending', providerId: providerPaymentId, clientToken }
  } catch (error) {
    const code = error instanceof Refusal ? error.code : undefined
    if (code !== 'PAYMENT_ALREADY_PAID' && code !== 'PAYMENT_IN_PROGRESS') throw error
    const status = code === 'PAYMENT_ALREADY_PAID' ? 'paid' : 'pending'
    return { status, providerId: null, clientToken: null }
  }
}
