import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { readOnHub } from '../../../test/support/run-on-hub.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import type { Catalogue } from '../catalogue.ts'
import { followPriceChanges } from './record-price-changes.ts'

const listAudited = async (hub: TestHub) => await readOnHub(hub, 'audit')

/** The catalogue after its hub's content has changed. */
function withItems(
  { context: { catalogue } }: TestHub,
  version: string,
  change: (items: ReturnType<Catalogue['projects']>[number]['items']) => typeof items,
): Catalogue {
  const projects = () =>
    catalogue
      .projects()
      .map((project) => (project.id === 'islandm3' ? { ...project, items: change(project.items) } : project))
  return { ...catalogue, projects, state: () => ({ version, rejected: null }) }
}

test('a price that changes is recorded once with before, after and content version, by however many hubs', async ({
  hub,
}) => {
  expect(await listAudited(hub)).toEqual([])
  const [item, removed] = hub.context.catalogue.project('islandm3')?.items ?? []
  if (!item || !removed) throw new Error('The demo content has fewer items')
  const added = { ...item, id: 'islandm3-new' }
  const catalogue = withItems(hub, 'v2', ([, , ...others]) => [
    { ...item, price: { ...item.price, USD: 149 } },
    added,
    ...others,
  ])
  for (let hubs = 0; hubs < 2; hubs++) await followPriceChanges({ ...hub.context, catalogue })
  const { RUB: rubMinor, USD: usdMinor } = item.price
  const before = { project: 'islandm3', rubMinor, usdMinor }
  const audited = await listAudited(hub)
  expect(audited).toHaveLength(3)
  expect(audited).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...{ operator: 'content v2', action: 'item.price', subject: item.id, at: hub.clock.now() },
        ...{ before, after: { ...before, usdMinor: 149 } },
      }),
      expect.objectContaining({ subject: added.id, before: null, after: before }),
      expect.objectContaining({ subject: removed.id, after: null }),
    ]),
  )
})

test('two hubs that load the same content at one time record a change once', async ({ hub }) => {
  const catalogue = withItems(hub, 'v2', (items) => items.map((item) => ({ ...item, price: { USD: 777 } })))
  await Promise.all([1, 2, 3].map(() => followPriceChanges({ ...hub.context, catalogue })))
  expect(await listAudited(hub)).toHaveLength(hub.context.catalogue.project('islandm3')?.items.length ?? 0)
})

test('a running hub records the prices of the content that it takes', async ({ hub }) => {
  const { catalogue, db } = hub.context
  // Simulates another price in the last content.
  const [first] = await db.selectFrom('itemPrices').selectAll().orderBy('itemId').limit(1).execute()
  await db
    .updateTable('itemPrices')
    .set({ rubMinor: 100 })
    .where('itemId', '=', first?.itemId ?? '')
    .execute()
  catalogue.reload()
  await expect.poll(async () => (await listAudited(hub)).length).toBe(1)
  expect(await listAudited(hub)).toMatchObject([
    { operator: `content ${catalogue.state().version}`, subject: first?.itemId, before: { rubMinor: 100 } },
  ])
})
