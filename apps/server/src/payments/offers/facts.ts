import {
  type Facts,
  findLastVisit,
  type Item,
  type Project,
  type Quote,
  quoteItem,
} from '../../catalogue/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Deps } from '../deps.ts'
import { listOwnedItems } from '../records/purchase-store.ts'

export type QuoteDeps = { db: Db; clock: Clock; catalogue: Pick<Deps['catalogue'], 'content' | 'project'> }

export type Buyer = {
  playerId: string
  /** The offer of the code that the player has entered. */
  codeOffer?: string | undefined
  /** Offers that the player cannot use again. */
  usedUp?: readonly string[] | undefined
}

/** What the item costs the player now. */
export async function quoteFor(deps: QuoteDeps, item: Item, buyer: Buyer): Promise<Quote> {
  const now = deps.clock.now()
  const project = deps.catalogue.project(item.project)
  if (!project || project.offers.length === 0) return quoteItem(deps.catalogue, item, null, now)
  return quoteItem(deps.catalogue, item, await readFacts(deps.db, project, buyer, now), now)
}

/** Reads only what the project's offers ask about. */
export async function readFacts(
  db: Db,
  { id, items, offers }: Pick<Project, 'id' | 'items' | 'offers'>,
  { playerId, codeOffer, usedUp }: Buyer,
  now: number,
): Promise<Facts> {
  const audiences = offers.map((offer) => ('for' in offer ? offer.for : 'everyone'))
  const asksPayments = audiences.some((one) => one === 'first-purchase' || one === 'paying')
  const added = new Set(offers.flatMap(listAdditions))
  const onceAdded = items.flatMap(({ id, once }) => (once && added.has(id) ? id : []))
  const asksVisits = audiences.some((one) => typeof one === 'object')
  return {
    hasPaid: asksPayments && (await hasPaidIn(db, playerId, id)),
    lastVisitAt: asksVisits ? await findLastVisit(db, playerId, id, now) : null,
    codeOffer,
    usedUp,
    owned: onceAdded.length > 0 ? await listOwnedItems(db, playerId, onceAdded) : undefined,
  }
}

/** Items that an offer gives beside the ordered one. */
export const listAdditions = (offer: Project['offers'][number]): string[] =>
  'adds' in offer && offer.adds ? offer.adds.map(({ item }) => item) : []

async function hasPaidIn(db: Db, playerId: string, project: string): Promise<boolean> {
  const paid = await db
    .selectFrom('orders')
    .select('id')
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .where('startedAt', 'is not', null)
    .where('status', '=', 'paid')
    .limit(1)
    .executeTakeFirst()
  return paid !== undefined
}
