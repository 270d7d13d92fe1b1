import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts'
import { prepareQuery, prepareRowQuery } from '../../platform/database/prepared-query.ts'
import { Refusal } from '../../platform/refusal.ts'
import { statusesBefore } from './order.ts'
import type { AttemptRow, OrderRow } from './tables.ts'

export const insertOrder = prepareQuery((db, order: OrderRow) => db.insertInto('orders').values(order))

/** Inserts an order, which locks its item; undefined when the player has an unpaid one. */
export const insertOpenOrder = prepareRowQuery((db, order: OrderRow) =>
  db
    .insertInto('orders')
    .values(order)
    .onConflict((existing) => existing.doNothing())
    .returning('id'),
)

export function findOpenOrder(
  db: Db,
  { playerId, openItem }: Pick<OrderRow, 'playerId' | 'openItem'>,
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('playerId', '=', playerId)
    .where('openItem', '=', openItem)
    .executeTakeFirst()
}

/** Lets the player order the item again. Needed for orders paid under the previous hub version. */
export async function releaseOpenItem(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('orders').set({ openItem: null }).where('id', '=', id).execute()
}

/** Tables whose rows refer to orders. */
export const orderReferences = [
  'attempts',
  'closing_receipts',
  'disputes',
  'further_purchases',
  'gifts',
  'offer_uses',
  'purchases',
  'receipts',
  'refunds',
  'tickets',
  'webhooks',
] as const

/**
 * Deletes unpaid orders never sent to a provider and free of references, such as a ticket or a gift. An order whose
 * checkout begins meanwhile is `pending` when its row is free again, and stays.
 */
export function deleteUnusedOrdersBefore(db: Db, instant: number): Promise<void> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('orders')
      .where('id', 'in', (unused) =>
        unused
          .selectFrom('orders')
          .select('id')
          .where('provider', 'is', null)
          .where('createdAt', '<', instant)
          .where('status', 'in', ['none', 'fail'])
          .where((eb) => eb.and(orderReferences.map(isUnnamedIn)))
          .limit(limit),
      )
      .where('provider', 'is', null)
      .where('status', 'in', ['none', 'fail'])
      .executeTakeFirstOrThrow(),
  )
}

/** Inserts the order for a one-time item; false when the player already has one. The unique index is the lock. */
export async function insertOneTimeOrder(tx: Tx, order: OrderRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('orders')
    .values(order)
    .onConflict((existing) => existing.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The player's order for a one-time item, paid or not. */
export function findOneTimeOrder(
  db: Db,
  { playerId, onceItem }: Pick<OrderRow, 'playerId' | 'onceItem'>,
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('playerId', '=', playerId)
    .where('onceItem', '=', onceItem)
    .executeTakeFirst()
}

/**
 * Gives an unpaid order today's title, price and metadata, and today's date unless it has reached a provider; undefined while
 * its payment is open and once it is paid or closed.
 */
export function renewOrder(tx: Tx, id: string, terms: OrderRow): Promise<OrderRow | undefined> {
  const { titles, titleRu, titleEn, priceRubMinor, priceUsdMinor, language, metadata, createdAt } = terms
  const { listRubMinor, listUsdMinor, priceUntil, lines, offerIds, codeId } = terms
  return tx
    .updateTable('orders')
    .set(({ eb, ref }) => ({
      ...{ titles, titleRu, titleEn, priceRubMinor, priceUsdMinor, language, metadata },
      ...{ listRubMinor, listUsdMinor, priceUntil, lines, offerIds, codeId },
      withdrawalWaiver: null,
      createdAt: eb.case().when('provider', 'is', null).then(eb.val(createdAt)).else(ref('createdAt')).end(),
    }))
    .where('id', '=', id)
    .where('status', 'in', ['none', 'fail'])
    .where('closedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Lets the player order the item again, because the purchase is revoked. */
export async function releaseOneTimeItem(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ onceItem: null })
    .where('id', '=', id)
    .where('onceItem', 'is not', null)
    .execute()
}

export const findOrder = prepareRowQuery((db, id: string) =>
  db.selectFrom('orders').selectAll().where('id', '=', id),
)

/** An order with its paying attempt: provider, the payment there, and the player's method. */
export const findOrderWithPayment = prepareRowQuery((db, id: string) =>
  db
    .selectFrom('orders')
    .leftJoin('attempts', 'attempts.id', 'orders.paidAttemptId')
    .selectAll('orders')
    .select(['attempts.provider as paymentProvider', 'attempts.providerPaymentId', 'attempts.paidWith'])
    .where('orders.id', '=', id),
)

/**
 * The player's order.
 * @throws Refusal PAYMENT_NOT_FOUND, also for another player's order, so its existence is not disclosed
 */
export async function expectOrder({ db }: { db: Db }, playerId: string, orderId: string): Promise<OrderRow> {
  const order = await findOrder(db, orderId)
  if (order?.playerId !== playerId) throw new Refusal('PAYMENT_NOT_FOUND')
  return order
}

/** Locks the order row until the transaction ends. Changes to its refunds and disputes take this lock, too. */
export function lockOrder(tx: Tx, id: string): Promise<OrderRow | undefined> {
  return tx
    .updateTable('orders')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Locks an order whose payment is not open; false for any other. */
export async function lockIdleOrder(tx: Tx, id: string): Promise<boolean> {
  const locked = await tx
    .updateTable('orders')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .where('status', 'in', ['none', 'fail'])
    .returning('id')
    .executeTakeFirst()
  return locked !== undefined
}

/** The player's orders, started or not, oldest first. */
export function listOrdersByPlayer(
  db: Db,
  playerId: string,
  { after, limit }: { after: string; limit: number },
): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('playerId', '=', playerId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Stores the waiver; false once the order is paid or closed. */
export async function setWithdrawalWaiver(db: Db, id: string, withdrawalWaiver: string): Promise<boolean> {
  const waived = await db
    .updateTable('orders')
    .set({ withdrawalWaiver })
    .where('id', '=', id)
    .where('status', '<>', 'paid')
    .where('closedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return waived !== undefined
}

export type HistoryPage = {
  project: string | undefined
  before: string | undefined
  /** Only orders paid since then. */
  paidSince?: number | undefined
  limit: number
}

/**
 * Orders whose payment was started, newest first. A player may have 100,000: an index must return the page in order,
 * without a sort.
 */
export function listStartedOrders(db: Db, playerId: string, page: HistoryPage): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('playerId', '=', playerId)
    .where('startedAt', 'is not', null)
    .where((eb) => eb.and({ project: page.project }))
    .$call((query) => (page.before === undefined ? query : query.where('id', '<', page.before)))
    .$call((query) => (page.paidSince === undefined ? query : query.where('paidAt', '>=', page.paidSince)))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
}

/**
 * Makes an order pending; undefined when it is already paid or closed, or was cancelled meanwhile.
 * @param order  As it was when the call began.
 */
export function markOrderPending(
  db: Db,
  { id, cancelCount, screenCalls }: Pick<OrderRow, 'id' | 'cancelCount' | 'screenCalls'>,
  now: number,
): Promise<OrderRow | undefined> {
  return db
    .updateTable('orders')
    .set((eb) => ({
      status: 'pending',
      startedAt: eb.fn.coalesce('startedAt', eb.val(now)),
      screenCalls,
    }))
    .where('id', '=', id)
    .where('status', 'in', statusesBefore('pending'))
    .where('cancelCount', '=', cancelCount)
    .where('closedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

type BegunOrder = Pick<OrderRow, 'id' | 'cancelCount' | 'screenCalls' | 'withdrawalMode'>

/**
 * Makes an order pending at the attempt's provider; undefined when it is already paid or closed, or was cancelled meanwhile.
 * @param order  As it was when the checkout began.
 */
export const beginAttempt = prepareRowQuery(
  (
    tx,
    { id, cancelCount, screenCalls, withdrawalMode }: BegunOrder,
    { provider, currency, amountMinor, countryByNetwork, createdAt }: AttemptRow,
  ) =>
    tx
      .updateTable('orders')
      .set((eb) => ({
        status: 'pending',
        startedAt: eb.fn.coalesce('startedAt', eb.val(createdAt)),
        provider,
        currency,
        amountMinor,
        countryByNetwork,
        screenCalls,
        withdrawalMode,
      }))
      .where('id', '=', id)
      .where('status', 'in', statusesBefore('pending'))
      .where('cancelCount', '=', cancelCount)
      .where('closedAt', 'is', null)
      .returningAll(),
)

/** Stops earlier checkouts from opening anything. @param order  Must be locked. */
export async function countCancellation(
  tx: Tx,
  { id, screenCalls }: Pick<OrderRow, 'id' | 'screenCalls'>,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set((eb) => ({ cancelCount: eb('cancelCount', '+', 1), screenCalls }))
    .where('id', '=', id)
    .execute()
}

/** @returns  false for an order that is paid or was closed before */
export async function closeUnpaidOrder(tx: Tx, id: string, now: number): Promise<boolean> {
  const closed = await tx
    .updateTable('orders')
    .set({ closedAt: now, openItem: null, onceItem: null })
    .where('status', '<>', 'paid')
    .where('closedAt', 'is', null)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

/** The player's other orders in the project that can still be paid. */
export function listOtherUnpaid(
  tx: Tx,
  { id, playerId, project }: Pick<OrderRow, 'id' | 'playerId' | 'project'>,
): Promise<OrderRow[]> {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .where('status', '<>', 'paid')
    .where('closedAt', 'is', null)
    .where('id', '<>', id)
    .orderBy('id')
    .execute()
}

/** Records the provider, charge and country of an open attempt. */
export async function chooseProvider(
  db: Db,
  { orderId, provider, currency, amountMinor, countryByNetwork }: AttemptRow,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ provider, currency, amountMinor, countryByNetwork })
    .where('id', '=', orderId)
    .where('status', '<>', 'paid')
    .execute()
}

/** Makes the order paid by this attempt; undefined when it was already paid, or is closed. */
export const payOrder = prepareRowQuery(
  (
    db,
    {
      id,
      orderId,
      provider,
      currency,
      amountMinor,
      countryByNetwork,
    }: Pick<AttemptRow, 'id' | 'orderId' | 'provider' | 'currency' | 'amountMinor' | 'countryByNetwork'>,
    countryByCard: string | null,
    paidAt: number,
  ) =>
    db
      .updateTable('orders')
      .set((eb) => ({
        status: 'paid',
        provider,
        currency,
        amountMinor,
        countryByNetwork,
        countryByCard,
        paidAt,
        paidAttemptId: id,
        openItem: null,
        startedAt: eb.fn.coalesce('startedAt', eb.val(paidAt)),
      }))
      .where('id', '=', orderId)
      .where('status', 'in', statusesBefore('paid'))
      .where('closedAt', 'is', null)
      .returningAll(),
)

export async function setOrderLines(tx: Tx, id: string, lines: string | null): Promise<void> {
  await tx.updateTable('orders').set({ lines }).where('id', '=', id).execute()
}

export async function setOrderOffers(
  tx: Tx,
  id: string,
  { offerIds, codeId }: Pick<OrderRow, 'offerIds' | 'codeId'>,
): Promise<void> {
  await tx.updateTable('orders').set({ offerIds, codeId }).where('id', '=', id).execute()
}

export async function setPriceUntil(tx: Tx, id: string, priceUntil: number | null): Promise<void> {
  await tx.updateTable('orders').set({ priceUntil }).where('id', '=', id).execute()
}

/**
 * Ends an order's `pending` state, unless another attempt has been opened since.
 * @param tx  Must hold the order's lock: on PostgreSQL a statement waiting for the row would miss the new attempt.
 */
export async function endPending(tx: Tx, id: string, to: 'none' | 'fail'): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', 'in', statusesBefore(to))
    .where(({ not, exists }) => not(exists(selectOpenOrderAttempts(tx))))
    .execute()
}

/** Resets orders pending since before `startedBefore` without an open attempt. */
export async function releaseIdleOrders(db: Db, startedBefore: number): Promise<void> {
  await db
    .updateTable('orders')
    .set({ status: 'none' })
    .where('status', '=', 'pending')
    .where('startedAt', '<', startedBefore)
    .where(({ not, exists }) => not(exists(selectOpenOrderAttempts(db))))
    .execute()
}

/** Subquery for `exists` on `orders`. */
const selectOpenOrderAttempts = (db: Db) =>
  db
    .selectFrom('attempts')
    .select('attempts.id')
    .where('attempts.orderId', '=', sql.ref<string>('orders.id'))
    .where('attempts.state', '=', 'open')

function isUnnamedIn(table: (typeof orderReferences)[number]) {
  return sql<boolean>`not exists (select 1 from ${sql.table(table)} as reference where reference.order_id = orders.id)`
}

export async function setRefundedAmount(tx: Tx, id: string, refundedMinor: number): Promise<void> {
  await tx.updateTable('orders').set({ refundedMinor }).where('id', '=', id).execute()
}

/** Erases what the game has written on the player's orders. */
export async function eraseMetadata(db: Db, playerId: string): Promise<void> {
  await db.updateTable('orders').set({ metadata: '{}' }).where('playerId', '=', playerId).execute()
}
