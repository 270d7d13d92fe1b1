import { type Item, isRunning, namesItem, type Offer, type Project } from '../../catalogue/index.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { findTwoCounters, incrementCounter } from '../../platform/limits/counter-store.ts'
import { toIpGroup } from '../../platform/limits/ip-group.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { parseOfferIds } from '../records/order.ts'
import type { OrderRow } from '../records/tables.ts'
import { findCode, findCodeById } from './code-store.ts'
import { isReservedBy } from './use-store.ts'

type Guesser = { playerId: string; ip: string }

/** One code of an offer. */
export type OfferCode = { codeId: string; offerId: string }
export type EnteredCode = OfferCode & { isUsedUp: boolean }

const windowMs = HOUR_MS
const guessesPerPlayer = 10
/** Players in a school share one IP. */
const guessesPerNetwork = 30

/**
 * The code that a player has typed. Those that never existed are counted: a page asks again for one that has ended.
 * @throws Refusal CODE_NOT_FOUND, also for a code of an offer that does not run; CODE_USED; TOO_MANY_REQUESTS
 */
export async function readCode(
  { db, clock, catalogue, hashCode }: Pick<Deps, 'db' | 'clock' | 'catalogue' | 'hashCode'>,
  project: Pick<Project, 'id'>,
  text: string,
  { playerId, ip }: Guesser,
): Promise<EnteredCode> {
  const now = clock.now()
  const subjects = { player: `code guesses of ${playerId}`, network: `code guesses from ${toIpGroup(ip)}` }
  const counters = await findTwoCounters(db, subjects.player, subjects.network, now - windowMs)
  const find = (subject: string) => counters.find((counter) => counter.subject === subject)
  for (const [subject, limit] of [
    [subjects.player, guessesPerPlayer],
    [subjects.network, guessesPerNetwork],
  ] as const) {
    const { count = 0, since = now } = find(subject) ?? {}
    if (count >= limit)
      throw new Refusal('TOO_MANY_REQUESTS', { retryInSeconds: Math.ceil((since + windowMs - now) / 1000) })
  }
  const code = await findCode(db, project.id, hashCode(text))
  const offer = catalogue.project(project.id)?.offers.find(({ id }) => id === code?.offerId)
  const isOffered = offer?.kind === 'code' && isRunning(offer, now)
  if (!code) {
    await incrementCounter(db, subjects.network, now, now - windowMs)
    await incrementCounter(db, subjects.player, now, now - windowMs)
  }
  if (!code || code.revokedAt !== null || !isOffered) throw new Refusal('CODE_NOT_FOUND')
  return { codeId: code.id, offerId: code.offerId, isUsedUp: code.used >= code.useLimit }
}

/** A code for one item. @throws Refusal as `readCode`; CODE_NOT_FOUND for a code of other items */
export async function readItemCode(
  deps: Parameters<typeof readCode>[0],
  item: Pick<Item, 'id' | 'project'>,
  text: string,
  guesser: Guesser,
): Promise<EnteredCode> {
  const code = await readCode(deps, { id: item.project }, text, guesser)
  const offers = deps.catalogue.project(item.project)?.offers ?? []
  const isForItem = offers.some((offer) => offer.id === code.offerId && namesItem(offer, item.id))
  if (!isForItem) throw new Refusal('CODE_NOT_FOUND')
  return code
}

/** The code of an order, while it counts; null for none. */
export async function findOrderCode(
  db: Db,
  order: Pick<OrderRow, 'codeId' | 'offerIds' | 'playerId'>,
  offers: readonly Offer[],
): Promise<OfferCode | null> {
  const used = parseOfferIds(order)
  const offer = offers.find(({ id, kind }) => kind === 'code' && used.includes(id))
  const code = offer && order.codeId !== null ? await findCodeById(db, order.codeId) : undefined
  if (!code || code.revokedAt !== null) return null
  const { id: codeId, offerId } = code
  const isLeft = code.used < code.useLimit || (await isReservedBy(db, order.playerId, codeId))
  return isLeft ? { codeId, offerId } : null
}
