import type { Db } from '../../platform/database/database.ts'
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts'
import { prepareRowQuery } from '../../platform/database/prepared-query.ts'
import type { ProviderEventRow } from './tables.ts'

/** Files an event; false when it was received before. */
export async function insertProviderEvent(db: Db, event: ProviderEventRow): Promise<boolean> {
  return (await insertUnlessKnown(db, event)) !== undefined
}

const insertUnlessKnown = prepareRowQuery((db, event: ProviderEventRow) =>
  db
    .insertInto('providerEvents')
    .values(event)
    .onConflict((known) => known.columns(['provider', 'eventKey']).doNothing())
    .returning('id'),
)

/** Clears the player's event bodies; their receipt stays on record. */
export async function eraseEventBodies(db: Db, playerId: string): Promise<void> {
  await db
    .updateTable('providerEvents')
    .set({ raw: '' })
    .where('providerPaymentId', 'in', (eb) =>
      eb
        .selectFrom('attempts')
        .innerJoin('orders', 'orders.id', 'attempts.orderId')
        .select('attempts.providerPaymentId')
        .where('orders.playerId', '=', playerId),
    )
    .execute()
}

export function deleteProviderEventsBefore(db: Db, instant: number): Promise<void> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('providerEvents')
      .where('id', 'in', (old) =>
        old.selectFrom('providerEvents').select('id').where('receivedAt', '<', instant).limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}
