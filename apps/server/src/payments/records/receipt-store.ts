import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../platform/database/database.ts'
import { prepareQuery, prepareRowQuery } from '../../platform/database/prepared-query.ts'
import { newId } from '../../platform/ids.ts'
import { erasedText } from '../../platform/personal-data/erased-text.ts'
import type { ClosingReceiptRow, ReceiptRow } from './tables.ts'

/** @returns  false when the order already has a receipt, which stays as it is */
export async function insertReceipt(db: Db, receipt: ReceiptRow): Promise<boolean> {
  return (await insertUnlessIssued(db, receipt)) !== undefined
}

const insertUnlessIssued = prepareRowQuery((db, receipt: ReceiptRow) =>
  db
    .insertInto('receipts')
    .values(receipt)
    .onConflict((known) => known.column('orderId').doNothing())
    .returning('id'),
)

export function findReceipt(db: Db, id: string): Promise<ReceiptRow | undefined> {
  return db.selectFrom('receipts').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findReceiptByOrder(db: Db, orderId: string): Promise<ReceiptRow | undefined> {
  return db.selectFrom('receipts').selectAll().where('orderId', '=', orderId).executeTakeFirst()
}

export function listReceiptsByOrders(db: Db, orderIds: string[]): Promise<ReceiptRow[]> {
  return db.selectFrom('receipts').selectAll().where('orderId', 'in', orderIds).orderBy('id').execute()
}

export const markReceiptEmailed = prepareQuery((db, id: string, mailedAt: number) =>
  db.updateTable('receipts').set({ mailedAt }).where('id', '=', id),
)

/** Forgets where the player's receipts went, and why any was refused. */
export async function eraseReceiptTexts(db: Db, playerId: string): Promise<void> {
  const orders = db.selectFrom('orders').select('id').where('playerId', '=', playerId)
  await db.updateTable('receipts').set({ email: null }).where('orderId', 'in', orders).execute()
  await db
    .updateTable('closingReceipts')
    .set({ error: erasedText })
    .where('orderId', 'in', orders)
    .where('error', 'is not', null)
    .execute()
}

export function newClosingReceipt(orderId: string, now: number): ClosingReceiptRow {
  return { orderId, createdAt: now, ...newSending() }
}

/** A new key, because the provider repeats its answer to the old one. */
function newSending() {
  return {
    ...({ id: newId(), state: 'waiting', amountMinor: null, providerReceiptId: null } as const),
    ...{ tries: 0, error: null, sentAt: null, nextTryAt: null, finishedAt: null },
  }
}

/** Makes a receipt that was given up wait to be sent again; false when there is none. */
export async function reopenClosingReceipt(tx: Tx, orderId: string): Promise<boolean> {
  const reopened = await tx
    .updateTable('closingReceipts')
    .set(newSending())
    .where('orderId', '=', orderId)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  return reopened !== undefined
}

export async function insertClosingReceipt(tx: Tx, receipt: ClosingReceiptRow): Promise<void> {
  await tx.insertInto('closingReceipts').values(receipt).execute()
}

export function findClosingReceipt(db: Db, orderId: string): Promise<ClosingReceiptRow | undefined> {
  return db.selectFrom('closingReceipts').selectAll().where('orderId', '=', orderId).executeTakeFirst()
}

export function listClosingReceiptsByOrders(db: Db, orderIds: string[]): Promise<ClosingReceiptRow[]> {
  return db.selectFrom('closingReceipts').selectAll().where('orderId', 'in', orderIds).execute()
}

export async function updateClosingReceipt(
  db: Db,
  orderId: string,
  changes: Partial<ClosingReceiptRow>,
): Promise<void> {
  await db.updateTable('closingReceipts').set(changes).where('orderId', '=', orderId).execute()
}

/** Orders whose closing receipt is due by then: delivered ones, and those to be sent or fetched again. */
export async function listClosingReceiptsDue(db: Db, dueBy: number, limit: number): Promise<string[]> {
  const due = await db
    .selectFrom('closingReceipts')
    .select('closingReceipts.orderId')
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', sql.lit('sent')), eb('nextTryAt', '<=', dueBy)]),
        eb.and([eb('state', '=', sql.lit('waiting')), isDelivered(eb)]),
      ]),
    )
    .limit(limit)
    .execute()
  return due.map(({ orderId }) => orderId)
}

export async function isOrderDelivered(db: Db, orderId: string): Promise<boolean> {
  const delivered = await db
    .selectFrom('closingReceipts')
    .select('id')
    .where('orderId', '=', orderId)
    .where(isDelivered)
    .executeTakeFirst()
  return delivered !== undefined
}

/**
 * An order is delivered once its game has consumed every unit that the player keeps, or the game server has accepted a webhook
 * that brings them. Without a game server it is delivered when it is paid.
 */
function isDelivered(eb: ExpressionBuilder<Tables, 'closingReceipts'>): Expression<SqlBool> {
  const bringing = eb
    .selectFrom('webhooks')
    .select('webhooks.id')
    .whereRef('webhooks.orderId', '=', 'closingReceipts.orderId')
    .where('webhooks.type', 'in', ['payment.paid', 'purchase.granted'])
  const units = eb
    .selectFrom('allPurchases')
    .select('allPurchases.id')
    .whereRef('allPurchases.orderId', '=', 'closingReceipts.orderId')
  const owed = units.where('allPurchases.consumedAt', 'is', null).where('allPurchases.state', '<>', 'revoked')
  return eb.or([
    eb.and([eb.exists(units.where('allPurchases.consumedAt', 'is not', null)), eb.not(eb.exists(owed))]),
    eb.exists(bringing.where('webhooks.state', '=', 'delivered')),
    eb.not(eb.exists(bringing)),
  ])
}
