import { recordOperation } from '../../platform/audit-log.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Item } from '../content.ts'
import { deletePrice, type ItemPriceRow, insertPrice, listItemPrices, replacePrice } from './price-store.ts'

type Deps = { db: Db; clock: Clock; log: Log; catalogue: Catalogue }

/** Records price changes now, and after each content change. */
export async function followPriceChanges(deps: Deps): Promise<void> {
  let recording = recordPriceChanges(deps)
  deps.catalogue.onChange(() => {
    // The next change or start records what a failure missed.
    recording = recording
      .then(() => recordPriceChanges(deps))
      .catch((error) => deps.log.error({ err: error }, 'Price changes could not be recorded'))
  })
  await recording
}

/**
 * Records price changes since the previously loaded content in the audit log, with the content version as operator.
 * Several hubs on the same content record a change once. A new hub's items are no changes.
 */
async function recordPriceChanges({ db, clock, catalogue }: Deps): Promise<void> {
  const { version } = catalogue.state()
  const after = new Map(
    catalogue.projects().flatMap(({ items }) => items.map((item) => [item.id, toPrice(item)] as const)),
  )
  await transact(db, async (tx) => {
    const known = await listItemPrices(tx)
    const before = new Map(known.map((price) => [price.itemId, price]))
    // Same order on every hub, so their transactions do not deadlock.
    for (const itemId of [...new Set([...before.keys(), ...after.keys()])].sort()) {
      const change = { before: before.get(itemId), after: after.get(itemId) }
      if (!(await applyChange(tx, itemId, change)) || known.length === 0) continue
      await recordOperation(
        tx,
        { operator: `content ${version}`, reason: null },
        {
          action: 'item.price',
          subject: itemId,
          before: change.before && describe(change.before),
          after: change.after && describe(change.after),
          at: clock.now(),
        },
      )
    }
  })
}

/** @returns  whether something changed, and no other hub has been faster */
async function applyChange(
  tx: Tx,
  itemId: string,
  { before, after }: { before: ItemPriceRow | undefined; after: ItemPriceRow | undefined },
): Promise<boolean> {
  if (!after) return deletePrice(tx, itemId)
  if (!before) return insertPrice(tx, after)
  const isEqual =
    before.project === after.project &&
    before.rubMinor === after.rubMinor &&
    before.usdMinor === after.usdMinor
  return !isEqual && replacePrice(tx, before, after)
}

function toPrice({ id, project, price }: Item): ItemPriceRow {
  return { itemId: id, project, rubMinor: price.RUB ?? null, usdMinor: price.USD ?? null }
}

const describe = ({ project, rubMinor, usdMinor }: ItemPriceRow) => ({ project, rubMinor, usdMinor })
