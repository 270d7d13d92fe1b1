import type { Tx } from '../../platform/database/database.ts'
import type { Deps } from '../deps.ts'
import { parseLines } from '../records/order.ts'
import { listOwnedItems } from '../records/purchase-store.ts'
import type { OrderRow } from '../records/tables.ts'

/** True when the order gives an item that the player keeps already. */
export async function ownsLine(
  { catalogue }: { catalogue: Pick<Deps['catalogue'], 'item'> },
  tx: Tx,
  order: Pick<OrderRow, 'lines' | 'playerId'>,
): Promise<boolean> {
  const kept = parseLines(order).flatMap(({ itemId }) => (catalogue.item(itemId)?.once ? itemId : []))
  return kept.length > 0 && (await listOwnedItems(tx, order.playerId, kept)).length > 0
}
