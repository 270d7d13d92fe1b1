import type { Money } from '@playhub/contract'
import { type Tx, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { findOrderCode, readItemCode } from '../offers/entered-code.ts'
import { expectForSale, orderAtQuote } from '../offers/order-at-quote.ts'
import type { StoredQuote } from '../offers/order-quote.ts'
import { ownsOrdered } from '../offers/owns-line.ts'
import { type PlannedUse, releaseUses, reserveUses } from '../offers/reserve.ts'
import { deleteUses } from '../offers/use-store.ts'
import { findOpenAttempt } from '../records/attempt-store.ts'
import { endPending, expectOrder, lockOrder, renewOrder } from '../records/order-store.ts'
import type { OrderRow } from '../records/tables.ts'
import { cancelDearer, isDearer } from './cancel-dearer.ts'

type Request = {
  playerId: string
  orderId: string
  /** Null removes the code of the order; undefined keeps it where it still counts. */
  code: string | null | undefined
  ip: string
  /** The price that the player agrees to. */
  expected: Money | undefined
}

/**
 * Gives an unpaid order today's price, with a code or without. The order stays the one that its game waits for.
 * @throws Refusal PAYMENT_NOT_FOUND; PAYMENT_IN_PROGRESS while a payment is open, because the provider has its
 *   price: a code that makes it cheaper cancels it; PAYMENT_ALREADY_PAID; PAYMENT_CLOSED; ITEM_ALREADY_OWNED; as
 *   `expectForSale`, `readItemCode`, `orderAtQuote` and `cancelDearer`
 */
export async function repriceOrder(deps: Deps, request: Request): Promise<void> {
  const { playerId, orderId, code, ip, expected } = request
  const order = await expectOrder(deps, playerId, orderId)
  refuseDecided(order)
  const item = expectForSale(deps, order.itemId)
  const keepsCode = code === undefined
  const offers = deps.catalogue.project(order.project)?.offers ?? []
  const entered = code ? await readItemCode(deps, item, code, { playerId, ip }) : null
  const used = keepsCode ? await findOrderCode(deps.db, order, offers) : entered
  await orderAtQuote(
    deps,
    item,
    { playerId, code: used, keepsCode, expected },
    async (priced, uses, { quote, now }) => {
      if (entered && isDearer(order, quote, entered)) await cancelDearer(deps, order, entered)
      return transact(deps.db, (tx) => renew(deps, tx, { ...order, ...priced, createdAt: now }, uses))
    },
  )
}

function refuseDecided({ status, closedAt }: OrderRow): void {
  if (status === 'paid') throw new Refusal('PAYMENT_ALREADY_PAID')
  if (closedAt !== null) throw new Refusal('PAYMENT_CLOSED')
}

async function renew(
  deps: Deps,
  tx: Tx,
  order: OrderRow & StoredQuote,
  uses: readonly PlannedUse[],
): Promise<OrderRow> {
  const locked = await lockOrder(tx, order.id)
  if (!locked) throw new Refusal('PAYMENT_NOT_FOUND')
  refuseDecided(locked)
  if (await findOpenAttempt(tx, order.id)) throw new Refusal('PAYMENT_IN_PROGRESS')
  if (await ownsOrdered(deps, tx, order)) throw new Refusal('ITEM_ALREADY_OWNED')
  await endPending(tx, order.id, 'none')
  const renewed = await renewOrder(tx, order.id, order)
  if (!renewed) throw new Refusal('PAYMENT_IN_PROGRESS')
  await releaseUses(tx, order.id)
  await deleteUses(tx, order.id)
  await reserveUses(deps, tx, renewed, uses)
  return renewed
}
