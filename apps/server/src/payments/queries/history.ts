import { type InterfaceLanguage, localText, type Transaction, toMajorUnits } from '@playhub/contract'
import { isTimeZone } from '../../platform/time-zone.ts'
import type { Deps } from '../deps.ts'
import { explainToPlayer } from '../explain/explain-to-player.ts'
import { readOrderRecords } from '../explain/order-records.ts'
import { listGiftOrders } from '../offers/use-store.ts'
import { getTitle, shownPrice } from '../records/order.ts'
import { expectOrder, type HistoryPage, listStartedOrders } from '../records/order-store.ts'
import type { OrderRow } from '../records/tables.ts'
import { describeWithdrawal, getEarliestPayment, hasWithdrawal } from '../withdrawal/withdrawal-rules.ts'

type Reader = {
  playerId: string
  language: InterfaceLanguage
  /** The player's time zone. An unknown one is replaced by the publisher's. */
  timeZone?: string | undefined
}

/** The player's payments, newest first. */
export async function paymentHistory(
  deps: Deps,
  { withdrawable, ...request }: HistoryPage & Reader & { withdrawable: boolean },
): Promise<Transaction[]> {
  const page = withdrawable ? { ...request, paidSince: getEarliestPayment(deps.clock.now()) } : request
  const orders = await listStartedOrders(deps.db, request.playerId, page)
  const transactions = await toTransactions(deps, orders, request)
  return withdrawable ? transactions.filter(({ withdrawal }) => withdrawal) : transactions
}

/** @throws Refusal PAYMENT_NOT_FOUND */
export async function findTransaction(deps: Deps, orderId: string, reader: Reader): Promise<Transaction> {
  const order = await expectOrder(deps, reader.playerId, orderId)
  const [transaction] = await toTransactions(deps, [order], reader)
  if (!transaction) throw new Error('An order became no transaction')
  return transaction
}

async function toTransactions(
  deps: Deps,
  orders: OrderRow[],
  { language, timeZone }: Reader,
): Promise<Transaction[]> {
  const explanations = await explainToPlayer(deps.db, orders, {
    language: language === 'ru' ? 'ru' : 'en',
    zone: timeZone && isTimeZone(timeZone) ? timeZone : deps.catalogue.content().hub.timeZone,
  })
  const withdrawals = await listWithdrawals(deps, orders)
  const unpaid = orders.filter(({ paidAt, closedAt }) => paidAt === null && closedAt !== null)
  const gifts = await listGiftOrders(
    deps.db,
    unpaid.map(({ id }) => id),
  )
  return orders.map((order) => ({
    ...toTransaction(deps, order, language),
    ...(gifts.includes(order.id) && { price: 0, amountMinor: 0 }),
    explanation: explanations.get(order.id),
    withdrawal: withdrawals.get(order.id),
  }))
}

/** By order id. */
async function listWithdrawals(deps: Deps, orders: OrderRow[]) {
  const earliest = getEarliestPayment(deps.clock.now())
  const isRecent = ({ paidAt }: OrderRow) => paidAt !== null && paidAt >= earliest
  const recent = orders.filter((order) => hasWithdrawal(deps, order) && isRecent(order))
  const records = await readOrderRecords(deps.db, recent)
  return new Map(records.map((each) => [each.order.id, describeWithdrawal(deps, each)]))
}

function toTransaction({ catalogue }: Deps, order: OrderRow, language: InterfaceLanguage): Transaction {
  const price = shownPrice(order, language)
  const project = catalogue.project(order.project)
  return {
    uuid: order.id,
    createTs: order.createdAt,
    title: getTitle(order, language),
    price: toMajorUnits(price),
    amountMinor: price.amountMinor,
    refundedMinor: order.refundedMinor,
    currency: price.currency,
    status: order.status,
    projectName: project ? localText(project.name, language) : order.project,
    project: order.project,
    provider: order.provider,
    itemImage: catalogue.item(order.itemId)?.image ?? '',
    cardBackgroundColor: project?.game.cardBackgroundColor,
  }
}
