import {
  type InterfaceLanguage,
  type Metadata,
  type Order,
  type PaymentPayload,
  type PaymentState,
  type Transaction,
  toMajorUnits,
} from '@playhub/contract'
import type { Config } from '../../config.ts'
import { SECOND_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { claimCheck, findOpenAttempt } from '../attempts/attempt-store.ts'
import { settleAttempt } from '../attempts/settlement.ts'
import type { Deps } from '../deps.ts'
import { isProviderTrouble } from '../providers/provider.ts'
import type { OrderRow } from '../tables.ts'
import { shownPrice, titleOf } from './order.ts'
import { beginOrder, insertOrder, listBegunOrders } from './order-store.ts'
import { orderOf } from './owned-order.ts'
import { findPurchaseOfOrder } from './purchase-store.ts'

/** Orders an item: its title and price are the price list's of this moment, and stay the order's for ever. */
export async function createOrder(
  { db, clock, catalogue, config }: Deps,
  request: { playerId: string; itemId: string; language: InterfaceLanguage; metadata?: Metadata | undefined },
): Promise<Order> {
  const item = catalogue.item(request.itemId)
  if (!item) throw new Refusal('ITEM_NOT_FOUND')
  const order: OrderRow = {
    id: newId(),
    playerId: request.playerId,
    project: item.project,
    itemId: item.id,
    titleRu: item.title.ru,
    titleEn: item.title.en,
    priceRubMinor: item.price.RUB,
    priceUsdMinor: item.price.USD,
    language: request.language,
    status: 'none',
    provider: null,
    currency: null,
    amountMinor: null,
    createdAt: clock.now(),
    startedAt: null,
    paidAt: null,
    paidAttemptId: null,
    refundedMinor: 0,
    metadata: JSON.stringify(request.metadata ?? {}),
  }
  await insertOrder(db, order)
  return { id: order.id, url: paymentScreenOf(config, order.id), status: order.status }
}

export function paymentScreenOf({ http }: Pick<Config, 'http'>, orderId: string): string {
  return `${http.publicUrl}/payments/process/${orderId}`
}

/** Tells how an order stands; while it is being paid, the provider is asked, once a second at most. */
export async function refreshedOrder(deps: Deps, playerId: string, orderId: string): Promise<PaymentState> {
  const order = await orderOf(deps, playerId, orderId)
  const isAsked = order.status === 'pending' && (await askProvider(deps, order))
  return stateOf(deps, isAsked ? await orderOf(deps, playerId, orderId) : order)
}

/** True when the provider has answered. Its trouble is no news about the order, so it stays as it is. */
async function askProvider(deps: Deps, order: OrderRow): Promise<boolean> {
  const attempt = await findOpenAttempt(deps.db, order.id)
  const now = deps.clock.now()
  if (!attempt?.providerId || !(await claimCheck(deps.db, attempt.id, now, now - SECOND_MS))) return false
  try {
    await settleAttempt(deps, attempt)
    return true
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    deps.log.warn(
      { order: order.id, attempt: attempt.id, reason: error.message },
      'A provider did not tell how a payment stands',
    )
    return false
  }
}

/** @returns false in `result` when there is nothing to wait for: the order is paid already. */
export async function markPending(
  deps: Deps,
  playerId: string,
  orderId: string,
): Promise<{ result: boolean; payload: PaymentPayload }> {
  const order = await orderOf(deps, playerId, orderId)
  const begun = await beginOrder(deps.db, order.id, deps.clock.now())
  const { payload } = await stateOf(deps, begun ?? (await orderOf(deps, playerId, orderId)))
  return { result: begun !== undefined, payload }
}

async function stateOf({ db }: Deps, order: OrderRow): Promise<PaymentState> {
  const purchase = order.status === 'paid' ? await findPurchaseOfOrder(db, order.id) : undefined
  const { status, project, itemId, currency, amountMinor, paidAt } = order
  const payload = { paymentId: order.id, project, itemId, currency, amountMinor, paidAt }
  return { status, payload: { ...payload, purchaseId: purchase?.id ?? null } }
}

/** Payments that were begun, newest first. */
export async function paymentHistory(
  deps: Deps,
  request: {
    playerId: string
    language: InterfaceLanguage
    project: string | undefined
    before: string | undefined
    limit: number
  },
): Promise<Transaction[]> {
  const orders = await listBegunOrders(deps.db, request.playerId, request)
  return orders.map((order) => toTransaction(deps, order, request.language))
}

export function toTransaction(
  { catalogue }: Deps,
  order: OrderRow,
  language: InterfaceLanguage,
): Transaction {
  const price = shownPrice(order, language)
  return {
    uuid: order.id,
    createTs: order.createdAt,
    title: titleOf(order, language),
    price: toMajorUnits(price),
    amountMinor: price.amountMinor,
    refundedMinor: order.refundedMinor,
    currency: price.currency,
    status: order.status,
    projectName: catalogue.project(order.project)?.name[language] ?? order.project,
    project: order.project,
    provider: order.provider,
  }
}
