import { currencies } from '@playhub/contract'
import type { OfferSalesRow, OfferUse, OperatorOffer } from '@playhub/contract/operator'
import type { Catalogue, Offer } from '../../../catalogue/index.ts'
import { createStaleCache, type StaleCache } from '../../../platform/caches/stale-cache.ts'
import { type Clock, SECOND_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { withQueryTimeout } from '../../../platform/database/postgres-driver.ts'
import type { OfferUseState } from '../../records/tables.ts'
import { countCodes, listUses, type OfferSum, sumOffers } from './offer-list-store.ts'

const maxQueryMs = 20 * SECOND_MS

export type OfferDeps = { db: Db; clock: Clock; catalogue: Pick<Catalogue, 'project'> }

/**
 * Offers of the published content, and those that left it but were used: running, scheduled, then ended ones. Figures are a
 * minute old at most, or ten while new ones are read.
 */
export async function listOffers(
  { db, clock, catalogue }: OfferDeps,
  project: string,
  state?: OperatorOffer['state'],
): Promise<OperatorOffer[]> {
  const now = clock.now()
  const offers = catalogue.project(project)?.offers ?? []
  const sums = Map.groupBy(await readSums({ db, clock }, project), ({ offerId }) => offerId)
  const codes = await countCodes(db, project)
  const known = new Set(offers.map(({ id }) => id))
  const gone = [...new Set([...sums.keys(), ...codes.keys()])].filter((id) => !known.has(id)).sort()
  const rows = [
    ...offers.map((offer) => ({ ...describeOffer(offer), state: getState(offer, now) })),
    ...gone.map((id) => ({ ...noOffer, id, state: 'ended' as const })),
  ]
  return rows
    .map((row) => ({ ...row, codes: codes.get(row.id) ?? 0, ...addUp(row, sums.get(row.id) ?? []) }))
    .filter((row) => state === undefined || row.state === state)
    .sort((one, other) => stateOrder[one.state] - stateOrder[other.state])
}

const caches = new WeakMap<Db, StaleCache<OfferSum[]>>()

/** Sums of a million orders take seconds, and game servers may ask for them often. */
function readSums({ db, clock }: Pick<OfferDeps, 'db' | 'clock'>, project: string): Promise<OfferSum[]> {
  const cache = caches.get(db) ?? createStaleCache<OfferSum[]>(clock)
  caches.set(db, cache)
  return cache(project, () => withQueryTimeout(maxQueryMs, () => sumOffers(db, project)))
}

const stateOrder = { running: 0, scheduled: 1, ended: 2 }

export function getState(
  { from, until }: Pick<Offer, 'from' | 'until'>,
  now: number,
): OperatorOffer['state'] {
  if (until !== undefined && until <= now) return 'ended'
  return from !== undefined && from > now ? 'scheduled' : 'running'
}

type Described = Omit<OperatorOffer, 'state' | 'codes' | 'uses' | 'usesOver' | 'revenue' | 'discount'>

const noOffer: Omit<Described, 'id'> = {
  ...{ kind: null, from: null, until: null, items: null, audience: null, returningDays: null },
  ...{ percent: null, price: [], adds: [], usesPerCode: null },
}

function describeOffer(offer: Offer): Described {
  const { id, kind, from = null, until = null, items } = offer
  const { percent, price, adds } = { percent: undefined, price: undefined, adds: undefined, ...offer }
  const audience = offer.kind === 'code' ? null : offer.for
  return {
    ...{ id, kind, from, until, items: items === 'all' ? null : items },
    audience: audience === null || typeof audience === 'string' ? audience : 'returning',
    returningDays: audience === null || typeof audience === 'string' ? null : audience.returning.days,
    percent: percent ?? null,
    price: currencies.flatMap((currency) => {
      const amountMinor = price?.[currency]
      return amountMinor === undefined ? [] : [{ currency, amountMinor }]
    }),
    adds: (adds ?? []).map(({ item, quantity }) => ({ itemId: item, quantity })),
    usesPerCode: offer.kind === 'code' ? offer.uses : null,
  }
}

/** An order that a bonus and a sale share is reduced by the sale alone. */
function addUp({ kind, percent, price }: Described, sums: OfferSum[]) {
  const reduces = kind === null || percent !== null || price.length > 0
  const list = (read: (sum: OfferSum) => number) =>
    sums.flatMap((sum) =>
      sum.currency === null || read(sum) === 0 ? [] : [{ currency: sum.currency, amountMinor: read(sum) }],
    )
  return {
    uses: sums.reduce((total, { uses }) => total + uses, 0),
    usesOver: sums.reduce((total, { usesOver }) => total + usesOver, 0),
    revenue: list(({ revenueMinor }) => revenueMinor),
    discount: reduces ? list(({ discountMinor }) => discountMinor) : [],
  }
}

/** The list as rows with one currency each, in the order of the list. */
export async function listOfferSales(
  deps: OfferDeps,
  project: string,
  state?: OperatorOffer['state'],
): Promise<OfferSalesRow[]> {
  const offers = await listOffers(deps, project, state)
  return offers.flatMap(({ id: offerId, kind, state, from, until, codes, uses, usesOver, ...figures }) => {
    const find = (sums: OperatorOffer['revenue'], currency: string | null) =>
      sums.find((sum) => sum.currency === currency)?.amountMinor ?? null
    const used = currencies.filter((currency) =>
      [...figures.revenue, ...figures.discount].some((sum) => sum.currency === currency),
    )
    return (used.length > 0 ? used : [null]).map((currency) => ({
      ...{ project, offerId, kind, state, from, until, codes, uses, usesOver, currency },
      revenueMinor: find(figures.revenue, currency),
      discountMinor: find(figures.discount, currency),
    }))
  })
}

type UseRow = OfferUse & { project: string; offerId: string; discountMinor: number | null }

type UsesQuery = {
  state?: OfferUseState | undefined
  batch?: string | undefined
  limit: number
  cursor?: string | undefined
}

/** A page of uses, newest first. @param filter  Without an offer, the uses of all. */
export async function listOfferUses(
  { db, listPlayerNames }: { db: Db; listPlayerNames: (ids: string[]) => Promise<Map<string, string>> },
  offer: { project: string; offer?: string | undefined },
  { limit, cursor, ...filter }: UsesQuery,
): Promise<{ rows: UseRow[]; nextCursor: string | null }> {
  const rows = await listUses(db, { ...offer, ...filter }, { limit, before: cursor })
  const names = await listPlayerNames([...new Set(rows.map(({ playerId }) => playerId))])
  return {
    rows: rows.map(({ listMinor, ...row }) => ({
      ...row,
      playerName: names.get(row.playerId) ?? null,
      discountMinor: listMinor === null || row.amountMinor === null ? null : listMinor - row.amountMinor,
    })),
    nextCursor: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
  }
}
