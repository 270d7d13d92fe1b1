import type { Deps } from '../deps.ts'
import { listOwnedItems } from '../records/purchase-store.ts'

/** Ids of non-consumable items the player owns. */
export async function ownedItems(
  { db, catalogue }: Pick<Deps, 'db' | 'catalogue'>,
  playerId: string,
  project: string | undefined,
): Promise<string[]> {
  const boughtOnce = catalogue
    .projects()
    .filter(({ id }) => !project || id === project)
    .flatMap(({ items }) => items.filter(({ once }) => once).map(({ id }) => id))
  return boughtOnce.length > 0 ? listOwnedItems(db, playerId, boughtOnce) : []
}
