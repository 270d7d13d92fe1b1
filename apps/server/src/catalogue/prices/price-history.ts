import { type Clock, DAY_MS } from '../../platform/clock.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import { scheduleHourly } from '../../platform/jobs/hourly-job.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Catalogue, FindLowestPrice } from '../catalogue.ts'
import type { Content } from '../content.ts'
import { quote } from '../offers/quote.ts'
import { nextPriceChange } from './list-prices.ts'
import {
  deletePricesBefore,
  findRecording,
  listPriceHistory,
  type PriceHistoryRow,
  savePrices,
  saveRecording,
} from './price-history-store.ts'
import {
  addPoint,
  findLowest,
  listPointsBetween,
  type PointsByItem,
  type PricePoint,
} from './price-points.ts'

/** A sale of five months still has the 30 days before it. */
const keptMs = 180 * DAY_MS

type Deps = { db: Db; clock: Clock; catalogue: Pick<Catalogue, 'content' | 'state' | 'onChange'> }

export type PriceHistory = {
  findLowest: FindLowestPrice
  /** Saves what the list has charged until now. */
  record(): Promise<void>
  deleteOld(): Promise<void>
}

/** Records the prices of the public list at each content change and hourly, and gives them to the catalogue. */
export async function followPriceHistory({
  jobs,
  catalogue,
  ...deps
}: Deps & { jobs: Jobs; log: Log; catalogue: Catalogue }): Promise<void> {
  const history = await openPriceHistory({ ...deps, catalogue }, (error) =>
    deps.log.error({ err: error }, 'The price history could not be recorded'),
  )
  catalogue.lowestPrice = history.findLowest
  await scheduleHourly({ ...deps, jobs }, 'catalogue.price-history', history.record, history.deleteOld)
}

/**
 * The history of what the public list charged, in memory and in the database. Offers begin and end in it at their exact
 * instants, however late they are recorded, by the content that was in use then.
 * @param onError  Called when a content change could not be saved. The next recording saves it.
 */
export async function openPriceHistory(
  { db, clock, catalogue }: Deps,
  onError: (error: unknown) => void,
): Promise<PriceHistory> {
  let points = toPoints(await listPriceHistory(db))
  let unsaved = new Map<string, PriceHistoryRow>()
  let content = catalogue.content()
  let { version } = catalogue.state()
  let followedUntil = await findFollowedUntil(db, version, clock.now())
  let nextChange = nextPriceChange(content.projects, followedUntil)

  function add(itemId: string, point: PricePoint): void {
    if (addPoint(points, itemId, point)) unsaved.set(`${itemId} ${point.since}`, toRow(itemId, point))
  }

  /** Adds what has begun and ended since the last call. */
  function follow(): void {
    const now = clock.now()
    if (nextChange !== null && nextChange <= now) {
      for (const { item, offering } of listItems(content))
        for (const point of listPointsBetween(item, offering, followedUntil, now)) add(item.id, point)
      nextChange = nextPriceChange(content.projects, now)
    }
    followedUntil = now
  }

  function takeContent(): void {
    follow()
    content = catalogue.content()
    version = catalogue.state().version
    nextChange = nextPriceChange(content.projects, followedUntil)
    for (const { item, offering } of listItems(content)) {
      const { price } = quote(item, offering, null, followedUntil)
      add(item.id, { since: followedUntil, price })
    }
  }

  async function save(): Promise<void> {
    follow()
    const recording = { contentVersion: version, recordedAt: followedUntil }
    const saving = unsaved
    unsaved = new Map()
    try {
      points = await transact(db, async (tx) => {
        await saveRecording(tx, recording)
        const saved = toPoints(await listPriceHistory(tx))
        await savePrices(
          tx,
          [...saving.values()].filter((row) => addPoint(saved, row.itemId, toPoint(row))),
        )
        return saved
      })
    } catch (error) {
      unsaved = new Map([...saving, ...unsaved])
      throw error
    }
    // Added while the database was busy.
    for (const row of unsaved.values()) addPoint(points, row.itemId, toPoint(row))
  }

  let saving: Promise<void> = Promise.resolve()
  const record = () => {
    saving = saving.catch(() => undefined).then(save)
    return saving
  }

  takeContent()
  await record()
  catalogue.onChange(() => {
    takeContent()
    record().catch(onError)
  })
  return {
    findLowest(item, price, before) {
      follow()
      return findLowest(points.get(item.id) ?? [], { item, price, before })
    },
    record,
    deleteOld: () => deletePricesBefore(db, clock.now() - keptMs),
  }
}

/** A hub that starts again with the same content goes on where the last recording ended. */
async function findFollowedUntil(db: Db, version: string, now: number): Promise<number> {
  const recording = await findRecording(db)
  return recording?.contentVersion === version ? Math.min(recording.recordedAt, now) : now
}

function listItems({ projects, hub: { rounding } }: Content) {
  return projects.flatMap(({ items, offers }) => {
    const offering = { offers, rounding }
    return items.map((item) => ({ item, offering }))
  })
}

function toPoints(rows: readonly PriceHistoryRow[]): PointsByItem {
  const points: PointsByItem = new Map()
  for (const row of rows) {
    const known = points.get(row.itemId)
    if (known) known.push(toPoint(row))
    else points.set(row.itemId, [toPoint(row)])
  }
  return points
}

function toPoint({ since, rubMinor, usdMinor }: PriceHistoryRow): PricePoint {
  return {
    since,
    price: { ...(rubMinor !== null && { RUB: rubMinor }), ...(usdMinor !== null && { USD: usdMinor }) },
  }
}

function toRow(itemId: string, { since, price }: PricePoint): PriceHistoryRow {
  return { itemId, since, rubMinor: price.RUB ?? null, usdMinor: price.USD ?? null }
}
