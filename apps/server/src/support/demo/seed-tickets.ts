import { HOUR_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import type { Deps } from '../deps.ts'
import { newMessage, newTicket } from '../ticket.ts'
import { findOrInsertTicket, insertMessage } from '../ticket-store.ts'

const requests = [
  {
    language: 'en',
    reason: 'DROP_NOT_CREDITED',
    ageMs: 3 * HOUR_MS,
    message: 'I paid and the item is not in the game.',
  },
  {
    language: 'ru',
    reason: 'OTHER',
    ageMs: 26 * HOUR_MS,
    message: 'Как перенести покупки на новый телефон?',
  },
] as const

/** Opens tickets for a demo player, about an order and about none. Sends no email. */
export async function seedTickets(
  { db, clock, expectOrder }: Deps,
  { playerId, email, orderId }: { playerId: string; email: string; orderId: string },
): Promise<void> {
  for (const { ageMs, message, ...request } of requests) {
    const order = request.reason === 'DROP_NOT_CREDITED' ? await expectOrder(playerId, orderId) : undefined
    const at = clock.now() - ageMs
    await transact(db, async (tx) => {
      const { id } = await findOrInsertTicket(
        tx,
        newTicket({ ...request, playerId, email, message }, order, at),
      )
      await insertMessage(tx, newMessage(id, 'player', message, at))
    })
  }
}
