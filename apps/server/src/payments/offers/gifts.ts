import type { InterfaceLanguage } from '@playhub/contract'
import type { Gift } from '@playhub/contract/offers/shapes'
import { type Item, isAudience, isRunning, type Project } from '../../catalogue/index.ts'
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { insertOrder } from '../records/order-store.ts'
import { listOwnedItems, listUnits } from '../records/purchase-store.ts'
import { grantPurchase } from '../records/purchases.ts'
import type { OrderRow, PurchaseRow } from '../records/tables.ts'
import { fileWebhook, giftClaimed } from '../records/webhook.ts'
import { closeRepeats } from './close-order.ts'
import { readFacts } from './facts.ts'
import { newOrder, storeQuote } from './order-quote.ts'
import { givesOnce, lockOwned, ownsLine } from './owns-line.ts'
import { type GiftOffer, listSlots, nextPeriod, periodKey } from './periods.ts'
import { readTime } from './reserve.ts'
import { insertUse, listTakenSlots } from './use-store.ts'

type GiftDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'catalogue' | 'lockAccount'>
type Reader = { project: string; playerId: string }

/** The gifts that the player can claim, now or later: none with a one-time item that the player has. @throws Refusal PROJECT_NOT_FOUND */
export async function listGifts(deps: GiftDeps, { project: id, playerId }: Reader): Promise<Gift[]> {
  const project = expectProject(deps, id)
  const offers = await findGifts(deps, project, playerId)
  const once = offers.flatMap(({ items }) => items).filter((itemId) => deps.catalogue.item(itemId)?.once)
  const owned = once.length > 0 ? await listOwnedItems(deps.db, playerId, once) : []
  const gifts: Gift[] = []
  for (const offer of offers.filter(({ items }) => !items.some((itemId) => owned.includes(itemId)))) {
    const taken = await listTakenSlots(deps.db, { project: id, offerId: offer.id, playerId })
    const { slot, nextAt } = findSlot(deps, offer)
    const isClaimed = taken.some((one) => one.slot === slot)
    if (isClaimed && nextAt === null) continue
    gifts.push({
      offerId: offer.id,
      items: toLines(offer).map(({ itemId, quantity }) => ({ id: itemId, quantity })),
      availableAt: isClaimed ? nextAt : null,
      until: offer.until ?? null,
    })
  }
  return gifts
}

/**
 * Gives the player a gift, once a day or once for ever.
 * @throws Refusal PROJECT_NOT_FOUND; OFFER_NOT_FOUND, also when it is not for the player; LIMIT_REACHED;
 *         ITEM_ALREADY_OWNED
 */
export async function claimGift(
  deps: GiftDeps,
  { project: id, playerId, offerId, language }: Reader & { offerId: string; language: InterfaceLanguage },
): Promise<PurchaseRow[]> {
  const project = expectProject(deps, id)
  const offer = (await findGifts(deps, project, playerId)).find((gift) => gift.id === offerId)
  const item = deps.catalogue.item(offer?.items[0] ?? '')
  if (!offer || !item) throw new Refusal('OFFER_NOT_FOUND')
  const { slot, nextAt } = findSlot(deps, offer)
  const order = newGiftOrder(item, offer, { playerId, language }, deps.clock.now())
  return transact(deps.db, async (tx) => {
    // An account that is erased meanwhile gets nothing.
    if (!(await deps.lockAccount(tx, playerId))) throw new Refusal('UNAUTHORIZED')
    const isOneTime = givesOnce(deps, order)
    if (isOneTime) await lockOwned(tx, order)
    if (await ownsLine(deps, tx, { ...order, lines: JSON.stringify(toLines(offer)) }))
      throw new Refusal('ITEM_ALREADY_OWNED')
    await insertOrder(tx, order)
    const use = { id: newId(), project: id, offerId, codeId: null, playerId, slot, orderId: order.id }
    const isTaken = !(await insertUse(tx, { ...use, state: 'used', createdAt: order.createdAt }))
    if (isTaken) throw new Refusal('LIMIT_REACHED', { availableAt: nextAt })
    await grantPurchase(tx, order, order.createdAt)
    if (isOneTime) await closeRepeats(deps, tx, order)
    const purchases = await listUnits(tx, order.id)
    await fileWebhook(deps, tx, order, giftClaimed(order, purchases))
    return purchases
  })
}

/** @throws Refusal PROJECT_NOT_FOUND */
function expectProject({ catalogue }: GiftDeps, id: string): Project {
  const project = catalogue.project(id)
  if (!project?.game.isActive) throw new Refusal('PROJECT_NOT_FOUND')
  return project
}

async function findGifts({ db, clock }: GiftDeps, project: Project, playerId: string): Promise<GiftOffer[]> {
  const now = clock.now()
  const running = project.offers.filter(
    (offer): offer is GiftOffer => offer.kind === 'gift' && isRunning(offer, now),
  )
  if (running.length === 0) return []
  const facts = await readFacts(db, { ...project, offers: running }, { playerId }, now)
  return running.filter((offer) => isAudience(offer.for, facts, now))
}

function findSlot(deps: GiftDeps, { every }: GiftOffer): { slot: string; nextAt: number | null } {
  const per = every === 'day' ? 'day' : 'ever'
  const { zone, now } = readTime(deps)
  const [slot = ''] = listSlots(periodKey(per, zone, now), 1)
  return { slot, nextAt: nextPeriod(per, zone, now) }
}

/** A gift may name an item twice. */
function toLines({ items }: GiftOffer): { itemId: string; quantity: number }[] {
  return [...new Set(items)].map((itemId) => ({
    itemId,
    quantity: items.filter((id) => id === itemId).length,
  }))
}

/** Closed from the beginning: nobody pays it. */
function newGiftOrder(
  item: Item,
  offer: GiftOffer,
  buyer: { playerId: string; language: InterfaceLanguage },
  now: number,
): OrderRow {
  const quote = {
    ...{ list: item.price, price: item.price, lines: toLines(offer), offerIds: [offer.id] },
    ...{ endsAt: null, validUntil: null },
  }
  const use = { offerId: offer.id, codeId: null, slots: null }
  const order = newOrder(item, storeQuote(item, quote, { uses: [use], offers: [] }), buyer, now)
  return { ...order, closedAt: now }
}
