/** What is known of one order, table by table, without what is between the hub and a provider. */
import type { Db } from '../../platform/database/database.ts'

export function listAttemptsOf(db: Db, orderId: string) {
  return db
    .selectFrom('attempts')
    .select(['provider', 'amountMinor', 'currency', 'state', 'paidWith', 'heldReason', 'checkedAt'])
    .select(['createdAt', 'closedAt', 'supersededAt', 'reconciledAt'])
    .where('orderId', '=', orderId)
    .execute()
}

export function listDeliveriesOf(db: Db, orderId: string) {
  return db
    .selectFrom('deliveries')
    .innerJoin('attempts', (join) =>
      join
        .onRef('attempts.providerId', '=', 'deliveries.providerId')
        .onRef('attempts.provider', '=', 'deliveries.provider'),
    )
    .select(['deliveries.provider', 'deliveries.kind', 'deliveries.receivedAt'])
    .where('attempts.orderId', '=', orderId)
    .execute()
}

export function listPurchasesOfOrder(db: Db, orderId: string) {
  return db
    .selectFrom('purchases')
    .select(['state', 'createdAt', 'consumedAt'])
    .where('orderId', '=', orderId)
    .execute()
}

export function listRefundsOfOrder(db: Db, orderId: string) {
  return db
    .selectFrom('refunds')
    .select(['amountMinor', 'currency', 'state', 'requestedBy', 'createdAt', 'askedAt', 'settledAt'])
    .where('orderId', '=', orderId)
    .execute()
}

export function listDisputesOfOrder(db: Db, orderId: string) {
  return db
    .selectFrom('disputes')
    .select(['state', 'reason', 'openedAt', 'settledAt'])
    .where('orderId', '=', orderId)
    .execute()
}

export function listReceiptsOfOrder(db: Db, orderId: string) {
  return db
    .selectFrom('receipts')
    .select(['number', 'createdAt', 'mailedAt'])
    .where('orderId', '=', orderId)
    .execute()
}

export function listWebhooksOfOrder(db: Db, orderId: string) {
  return db
    .selectFrom('webhooks')
    .select(['type', 'state', 'attempts', 'createdAt', 'deliveredAt'])
    .where('orderId', '=', orderId)
    .execute()
}
