/** One order's rows for its timeline, without secrets, provider ids and emails. */
import type { Db } from '../../platform/database/database.ts'

export function listTimelineAttempts(db: Db, orderId: string) {
  return db
    .selectFrom('attempts')
    .select(['provider', 'amountMinor', 'currency', 'state', 'paidWith', 'reviewReason', 'checkedAt'])
    .select(['createdAt', 'closedAt', 'supersededAt', 'cancelRequestedAt', 'reconciledAt'])
    .where('orderId', '=', orderId)
    .execute()
}

export function listTimelineEvents(db: Db, orderId: string) {
  return db
    .selectFrom('providerEvents')
    .innerJoin('attempts', (join) =>
      join
        .onRef('attempts.providerPaymentId', '=', 'providerEvents.providerPaymentId')
        .onRef('attempts.provider', '=', 'providerEvents.provider'),
    )
    .select(['providerEvents.provider', 'providerEvents.kind', 'providerEvents.receivedAt'])
    .where('attempts.orderId', '=', orderId)
    .execute()
}

export function listTimelinePurchases(db: Db, orderId: string) {
  return db
    .selectFrom('allPurchases')
    .select(['itemId', 'state', 'createdAt', 'consumedAt'])
    .where('orderId', '=', orderId)
    .execute()
}

export function listTimelineRefunds(db: Db, orderId: string) {
  return db
    .selectFrom('refunds')
    .select(['id', 'amountMinor', 'currency', 'state', 'reason', 'requestedBy'])
    .select(['createdAt', 'sentAt', 'settledAt', 'error', 'heldUntil', 'undoneAt'])
    .select(['declaredAt', 'confirmedAt'])
    .where('orderId', '=', orderId)
    .execute()
}

export function listTimelineDisputes(db: Db, orderId: string) {
  return db
    .selectFrom('disputes')
    .select(['state', 'reason', 'openedAt', 'settledAt'])
    .where('orderId', '=', orderId)
    .execute()
}

export function listTimelineReceipts(db: Db, orderId: string) {
  return db
    .selectFrom('receipts')
    .select(['number', 'createdAt', 'mailedAt'])
    .where('orderId', '=', orderId)
    .execute()
}

export function listTimelineClosingReceipts(db: Db, orderId: string) {
  return db
    .selectFrom('closingReceipts')
    .select(['state', 'amountMinor', 'error', 'sentAt', 'finishedAt'])
    .where('orderId', '=', orderId)
    .execute()
}

export function listTimelineWebhooks(db: Db, orderId: string) {
  return db
    .selectFrom('webhooks')
    .select(['type', 'state', 'attempts', 'createdAt', 'deliveredAt'])
    .where('orderId', '=', orderId)
    .execute()
}
