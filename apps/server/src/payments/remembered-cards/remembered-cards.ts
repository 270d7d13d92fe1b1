import type { RememberedCard } from '@playhub/contract'
import type { Catalogue } from '../../catalogue/index.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { forgetCardJob } from '../jobs.ts'
import type { SavedCard } from '../provider.ts'
import type { AttemptRow, RememberedCardRow } from '../records/tables.ts'
import { countUnpaidPresses, deleteCustomers, insertCard, listCards, markRemoved } from './card-store.ts'

/** More are no help, and the oldest is forgotten for a new one. */
const maxCards = 5

/** Per player. Testing stolen cards takes many. */
const maxUnpaidPressesPerHour = 10

/** The operator's switch. */
export function remembersCards({ catalogue }: { catalogue: Pick<Catalogue, 'content'> }): boolean {
  return catalogue.content().hub.payments.rememberCards === 'on'
}

/** True for an attempt that charges a remembered card. */
export function chargesCard({ card }: Pick<AttemptRow, 'card'>): boolean {
  return card !== null && card !== 'remember'
}

/**
 * Counts the press just stored, too. The account must be locked, so that parallel presses keep the limit.
 * @throws Refusal TOO_MANY_REQUESTS
 */
export async function limitPresses({ clock }: Pick<Deps, 'clock'>, tx: Tx, playerId: string): Promise<void> {
  if ((await countUnpaidPresses(tx, playerId, clock.now() - HOUR_MS)) > maxUnpaidPressesPerHour)
    throw new Refusal('TOO_MANY_REQUESTS', { retryInSeconds: HOUR_MS / 1000 })
}

/** The player's cards, newest first. */
export async function listRememberedCards(db: Db, playerId: string): Promise<RememberedCard[]> {
  return (await listCards(db, playerId)).map(({ id, provider, brand, last4, expires, createdAt }) => ({
    ...{ id, provider, brand, last4, expires, createdAt },
  }))
}

/** The section of a player's data export. */
export async function exportCards(db: Db, playerId: string) {
  return (await listCards(db, playerId)).map(({ provider, brand, last4, expires, createdAt }) => ({
    ...{ provider, brand, last4, expires, createdAt },
  }))
}

/** From here on nobody can charge the card. @throws Refusal CARD_NOT_FOUND */
export async function removeCard(deps: Deps, accountId: string, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    if ((await remove(deps, tx, { accountId, id })).length === 0) throw new Refusal('CARD_NOT_FOUND')
  })
}

/** Removes the cards of an erased account. */
export async function removeAllCards(
  deps: Pick<Deps, 'jobs' | 'clock'>,
  tx: Db,
  accountId: string,
): Promise<void> {
  await remove(deps, tx, { accountId })
  await deleteCustomers(tx, accountId)
}

async function remove(
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  tx: Db,
  which: { accountId: string; id?: string },
): Promise<string[]> {
  const removed = await markRemoved(tx, { ...which, removedAt: clock.now() })
  await jobs.enqueue(tx, ...removed.map(forgetCardJob))
  return removed
}

/** Keeps a card that its provider has saved, in place of the same card or of the oldest. */
export async function keepCard(
  deps: Pick<Deps, 'jobs' | 'clock'>,
  tx: Tx,
  accountId: string,
  card: SavedCard & Pick<AttemptRow, 'provider'>,
): Promise<void> {
  const { methodId: providerMethodId, provider, brand, last4, expires } = card
  const known = await listCards(tx, accountId)
  if (known.some((each) => each.providerMethodId === providerMethodId && each.provider === provider)) return
  const isSame = (each: RememberedCardRow) =>
    each.provider === provider && each.brand === brand && each.last4 === last4 && each.expires === expires
  const replaced = known.filter((each, index) => isSame(each) || index >= maxCards - 1)
  for (const { id } of replaced) await remove(deps, tx, { accountId, id })
  await insertCard(tx, {
    ...{ id: newId(), accountId, provider, providerMethodId, brand, last4, expires },
    ...{ createdAt: deps.clock.now(), removedAt: null },
  })
}
