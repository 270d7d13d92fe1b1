import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { CheckoutRequest, Provider } from '../provider.ts'
import type { AttemptRow, OrderRow } from '../records/tables.ts'
import { findCard, findCustomer, insertCustomer } from './card-store.ts'
import { chargesCard } from './remembered-cards.ts'

/**
 * What the attempt does with a card: has it remembered, or charges a remembered one. Undefined for all others.
 * @throws Refusal CARD_NOT_FOUND when the card has been removed meanwhile
 */
export async function findCardTerms(
  deps: Pick<Deps, 'db'>,
  provider: Provider,
  { playerId }: Pick<OrderRow, 'playerId'>,
  attempt: AttemptRow,
): Promise<CheckoutRequest['card']> {
  if (attempt.card === null) return undefined
  const card = chargesCard(attempt) ? await findCard(deps.db, playerId, attempt.card) : null
  if (card === undefined) throw new Refusal('CARD_NOT_FOUND')
  const customerId = await findOrCreateCustomer(deps, provider, playerId)
  return { customerId, methodId: card?.providerMethodId ?? null }
}

/** Null at a provider without customers. Concurrent calls create the same one. */
async function findOrCreateCustomer(
  { db }: Pick<Deps, 'db'>,
  provider: Provider,
  accountId: string,
): Promise<string | null> {
  if (!provider.createCustomer) return null
  const known = await findCustomer(db, accountId, provider.name)
  if (known !== undefined) return known
  const customerId = await provider.createCustomer(accountId)
  await insertCustomer(db, { accountId, provider: provider.name, customerId })
  return customerId
}
