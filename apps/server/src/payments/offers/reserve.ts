/** Reservations: an unpaid order holds its share of limited offers, so that nobody else gets it meanwhile. */
import type { Item, LimitPeriod, Offer, Quote } from '../../catalogue/index.ts'
import { type Clock, HOUR_MS } from '../../platform/clock.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { parseOfferIds } from '../records/order.ts'
import { lockIdleOrder } from '../records/order-store.ts'
import type { OfferUseRow, OrderRow } from '../records/tables.ts'
import { returnCodeUse, takeCodeUse } from './code-store.ts'
import { listSlots, nextPeriod, periodKey } from './periods.ts'
import {
  insertUse,
  listExpiredReservations,
  listTakenSlots,
  listUsesByOrder,
  setUseState,
} from './use-store.ts'

/** An unpaid order keeps its share for this long, and longer while its payment is open. */
const reservedMs = HOUR_MS

/** What an order takes of an offer or of an item's limit. */
export type PlannedUse = {
  offerId: string
  codeId: string | null
  /** The slots of which it takes one; null where nothing limits. */
  slots: readonly string[] | null
  /** For an item's limit. */
  per?: LimitPeriod
}

export class OfferUsedUp extends Error {
  readonly use: PlannedUse

  constructor(use: PlannedUse) {
    super(`${use.offerId} is used up`)
    this.use = use
  }
}

const limitPrefix = 'limit:'

type Terms = { item: Item; offers: readonly Offer[]; codeId: string | null; zone: string; now: number }

/** Sorted, so that transactions lock in one order. */
export function planUses({ offerIds }: Pick<Quote, 'offerIds'>, terms: Terms): PlannedUse[] {
  const uses = offerIds.map((offerId): PlannedUse => {
    const offer = terms.offers.find(({ id }) => id === offerId)
    if (offer?.kind === 'code')
      return { offerId, codeId: terms.codeId, slots: listSlots('', offer.perPlayer) }
    const isFirst = offer !== undefined && 'for' in offer && offer.for === 'first-purchase'
    return { offerId, codeId: null, slots: isFirst ? listSlots('', 1) : null }
  })
  const limit = planLimit(terms)
  return limit ? [...uses, limit] : uses
}

function planLimit({ item: { id, limit }, zone, now }: Terms): PlannedUse | undefined {
  if (!limit) return undefined
  const slots = listSlots(periodKey(limit.per, zone, now), limit.count)
  return { offerId: `${limitPrefix}${id}`, codeId: null, slots, per: limit.per }
}

/** @throws OfferUsedUp when nothing is left for the player */
export async function reserveUses(
  { clock }: { clock: Clock },
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'project' | 'playerId'>,
  uses: readonly PlannedUse[],
): Promise<void> {
  const now = clock.now()
  for (const use of uses) {
    if (!(await takeSlot(tx, order, use, now))) throw new OfferUsedUp(use)
    if (use.codeId !== null && !(await takeCode(tx, use.codeId, now))) throw new OfferUsedUp(use)
  }
}

async function takeSlot(
  tx: Tx,
  { id: orderId, project, playerId }: Pick<OrderRow, 'id' | 'project' | 'playerId'>,
  { offerId, codeId, slots }: PlannedUse,
  now: number,
): Promise<boolean> {
  const insert = (slot: string) =>
    insertUse(tx, {
      ...{ id: newId(), project, offerId, codeId, playerId, slot, orderId },
      ...{ state: 'reserved', createdAt: now },
    })
  if (slots === null) return insert(orderId)
  const taken = await listTakenSlots(tx, { project, offerId, playerId })
  const isTaken = (slot: string) => taken.some((one) => one.slot === slot)
  for (const slot of slots.filter((one) => !isTaken(one))) if (await insert(slot)) return true
  // The player's own forgotten order must not stand in the way of this one.
  for (const { slot, orderId: holder, state } of taken) {
    if (state !== 'reserved' || !slots.includes(slot)) continue
    if ((await releaseIdle(tx, holder)) && (await insert(slot))) return true
  }
  return false
}

async function takeCode(tx: Tx, codeId: string, now: number): Promise<boolean> {
  if (await takeCodeUse(tx, codeId)) return true
  const expired = await listExpiredReservations(tx, now - reservedMs, { codeId, limit: 10 })
  for (const orderId of expired) await releaseIdle(tx, orderId)
  return expired.length > 0 && takeCodeUse(tx, codeId)
}

/** Gives back what an order holds, unless its payment is open or has arrived. */
export async function releaseIdle(tx: Tx, orderId: string): Promise<boolean> {
  if (!(await lockIdleOrder(tx, orderId))) return false
  await releaseUses(tx, orderId)
  return true
}

/** Gives back what an order holds. @param orderId  Its row must be locked. */
export async function releaseUses(tx: Tx, orderId: string): Promise<void> {
  for (const use of await listUsesByOrder(tx, orderId)) await releaseUse(tx, use)
}

export async function releaseUse(
  tx: Tx,
  { id, state, codeId }: Pick<OfferUseRow, 'id' | 'state' | 'codeId'>,
): Promise<void> {
  if (state !== 'reserved') return
  await setUseState(tx, id, 'released')
  if (codeId !== null) await returnCodeUse(tx, codeId)
}

/** Of an order that is paid now. The player paid its price, so one without reservation counts too, as over the limit. */
export async function confirmUses(tx: Tx, order: Pick<OrderRow, 'id' | 'offerIds'>): Promise<void> {
  if (order.offerIds === null) return
  const counted = parseOfferIds(order)
  for (const { id, offerId, state } of await listUsesByOrder(tx, order.id)) {
    if (!counted.includes(offerId) && !offerId.startsWith(limitPrefix)) continue
    if (state === 'reserved') await setUseState(tx, id, 'used')
    if (state === 'released') await setUseState(tx, id, 'over')
  }
}

/** True while the order holds its share; after a while the rows of what it gave back are deleted. */
export async function hasReservation(tx: Tx, orderId: string): Promise<boolean> {
  return (await listUsesByOrder(tx, orderId)).some(({ state }) => state === 'reserved')
}

/** Gives back what unpaid orders have held for an hour. */
export async function releaseExpiredUses({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  for (let batch = 0; batch < 100; batch++) {
    const expired = await listExpiredReservations(db, clock.now() - reservedMs, { limit: 100 })
    for (const orderId of expired) await transact(db, (tx) => releaseIdle(tx, orderId))
    if (expired.length < 100) return
  }
}

/** @throws Refusal CODE_USED or LIMIT_REACHED; returns for another offer, without which the price is a different one */
export function refuseUsedUp({ use }: OfferUsedUp, { zone, now }: { zone: string; now: number }): void {
  if (use.codeId !== null) throw new Refusal('CODE_USED')
  if (use.per) throw new Refusal('LIMIT_REACHED', { availableAt: nextPeriod(use.per, zone, now) })
}

export const readTime = ({ catalogue, clock }: Pick<Deps, 'catalogue' | 'clock'>) => ({
  zone: catalogue.content().hub.timeZone,
  now: clock.now(),
})
