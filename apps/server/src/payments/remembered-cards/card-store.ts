import type { PaymentProvider } from '@playhub/contract'
import type { Db } from '../../platform/database/database.ts'
import type { RememberedCardRow } from '../records/tables.ts'

const active = (db: Db, accountId: string) =>
  db
    .selectFrom('rememberedCards')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('removedAt', 'is', null)

/** Newest first. */
export function listCards(db: Db, accountId: string): Promise<RememberedCardRow[]> {
  return active(db, accountId).orderBy('createdAt', 'desc').orderBy('id', 'desc').execute()
}

/** Undefined for another player's card, and once it is removed. */
export function findCard(db: Db, accountId: string, id: string): Promise<RememberedCardRow | undefined> {
  return active(db, accountId).where('id', '=', id).executeTakeFirst()
}

/** Does nothing when the provider's reference is known already. */
export async function insertCard(db: Db, card: RememberedCardRow): Promise<void> {
  await db
    .insertInto('rememberedCards')
    .values(card)
    .onConflict((known) => known.columns(['provider', 'providerMethodId']).doNothing())
    .execute()
}

/** @param id  Undefined: all of the account. @returns  the ids of those removed by this call */
export async function markRemoved(
  db: Db,
  { accountId, id, removedAt }: { accountId: string; id?: string; removedAt: number },
): Promise<string[]> {
  const removed = await db
    .updateTable('rememberedCards')
    .set({ removedAt, brand: '', last4: '', expires: null })
    .where('accountId', '=', accountId)
    .where('removedAt', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returning('id')
    .execute()
  return removed.map((card) => card.id)
}

export function findRemovedCard(db: Db, id: string): Promise<RememberedCardRow | undefined> {
  return db
    .selectFrom('rememberedCards')
    .selectAll()
    .where('id', '=', id)
    .where('removedAt', 'is not', null)
    .executeTakeFirst()
}

export async function deleteCard(db: Db, id: string): Promise<void> {
  await db.deleteFrom('rememberedCards').where('id', '=', id).execute()
}

/** Tries to charge the account's cards that took no money, since an instant. */
export async function countUnpaidPresses(db: Db, accountId: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('attempts')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('card', 'in', (cards) =>
      cards.selectFrom('rememberedCards').select('id').where('accountId', '=', accountId),
    )
    .where('state', '<>', 'succeeded')
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findCustomer(
  db: Db,
  accountId: string,
  provider: PaymentProvider,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('providerCustomers')
    .select('customerId')
    .where('accountId', '=', accountId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return found?.customerId
}

export async function insertCustomer(
  db: Db,
  customer: { accountId: string; provider: PaymentProvider; customerId: string },
): Promise<void> {
  await db
    .insertInto('providerCustomers')
    .values(customer)
    .onConflict((known) => known.doNothing())
    .execute()
}

export async function deleteCustomers(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('providerCustomers').where('accountId', '=', accountId).execute()
}
