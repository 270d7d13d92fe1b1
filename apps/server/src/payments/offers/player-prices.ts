import type { PriceItem } from '@playhub/contract'
import { listProjectPrices, type Project } from '../../catalogue/index.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { type OfferCode, readCode } from './entered-code.ts'
import { readFacts } from './facts.ts'
import { listSlots, nextPeriod, periodKey } from './periods.ts'
import { readTime } from './reserve.ts'
import { isReservedBy, listPlayersSlots, listTakenSlots } from './use-store.ts'

type Request = { playerId: string; project: string; code?: { text: string; ip: string } | undefined }

/** The price list as the player gets it. @throws Refusal PROJECT_NOT_FOUND, or as `readCode` */
export async function listPlayerPrices(
  deps: Deps,
  { playerId, project: id, code }: Request,
): Promise<PriceItem[]> {
  const { catalogue, clock, db } = deps
  const project = catalogue.project(id)
  if (!project) throw new Refusal('PROJECT_NOT_FOUND')
  const entered = code && (await readCode(deps, project, code.text, { playerId, ip: code.ip }))
  if (entered?.isUsedUp && !(await isReservedBy(db, playerId, entered.codeId))) throw new Refusal('CODE_USED')
  if (entered && !(await hasSlotLeft(db, project, playerId, entered))) throw new Refusal('CODE_USED')
  const now = clock.now()
  const facts = await readFacts(db, project, { playerId, codeOffer: entered?.offerId }, now)
  const rows = listProjectPrices(catalogue, project, facts, now)
  const reached = await findReachedLimits(deps, project, playerId)
  return rows.map((row) => (reached.has(row.id) ? { ...row, availableAt: reached.get(row.id) ?? null } : row))
}

/** False when the player has paid with as many codes of the offer as it allows. Unpaid orders give way. */
async function hasSlotLeft(
  db: Db,
  { id: project, offers }: Project,
  playerId: string,
  { offerId }: OfferCode,
): Promise<boolean> {
  const offer = offers.find(({ id }) => id === offerId)
  if (offer?.kind !== 'code') return true
  const taken = await listTakenSlots(db, { project, offerId, playerId })
  return listSlots('', offer.perPlayer).some(
    (slot) => !taken.some((one) => one.slot === slot && one.state === 'used'),
  )
}

/** When the player can buy the items again whose limit is reached; null for never. */
async function findReachedLimits(
  deps: Deps,
  { id, items }: Project,
  playerId: string,
): Promise<Map<string, number | null>> {
  const limited = items.filter(({ limit }) => limit)
  if (limited.length === 0) return new Map()
  const { zone, now } = readTime(deps)
  const taken = await listPlayersSlots(deps.db, id, playerId)
  return new Map(
    limited.flatMap(({ id: itemId, limit }) => {
      if (!limit) return []
      const slots = listSlots(periodKey(limit.per, zone, now), limit.count)
      const used = taken.filter(({ offerId, slot }) => offerId === `limit:${itemId}` && slots.includes(slot))
      return used.length >= limit.count ? [[itemId, nextPeriod(limit.per, zone, now)] as const] : []
    }),
  )
}
