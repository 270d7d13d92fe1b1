import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { startTestHub, type TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import type { Item } from '../content.ts'
import { openPriceHistory } from './price-history.ts'
import { findRecording } from './price-history-store.ts'

const project = 'islandm3'
/** 99 roubles and 0.99 dollars by the list. */
const hints = 'islandm3-hints'
const start = Date.parse('2030-01-01T00:00:00Z')
const day = (number: number) => start + number * DAY_MS
const toText = (instant: number) => new Date(instant).toISOString()

type Times = { from?: number; until?: number }
const sale = (id: string, percent: number, { from, until }: Times = {}) =>
  [
    `  - { id: ${id}, kind: sale, items: all, percent: ${percent}`,
    from !== undefined && `from: "${toText(from)}"`,
    until !== undefined && `until: "${toText(until)}"`,
  ]
    .filter(Boolean)
    .join(', ')
    .concat(' }\n')

/** A hub without offers whose content can change. */
async function openShop() {
  const dir = copyContent({})
  const hub = await startTestHub({ env: { CONTENT_DIR: dir }, now: toText(start) })
  const file = join(dir, `projects/${project}.yaml`)
  const original = readFileSync(file, 'utf8')

  async function publish(offers: string[], change: (yaml: string) => string = (yaml) => yaml) {
    const list = offers.length > 0 ? `offers:\n${offers.join('')}` : ''
    writeFileSync(file, `${change(original)}\n${list}`)
    hub.context.catalogue.reload()
    expect(hub.context.catalogue.state().rejected).toBeNull()
  }
  const goTo = (instant: number) => hub.clock.advance(instant - hub.clock.now())
  return { hub, publish, goTo }
}

const raise = (yaml: string) => yaml.replace('{ RUB: 99, USD: 0.99 }', '{ RUB: 200, USD: 2 }')

const fail = (error: unknown): never => {
  throw error
}

async function readPrice(hub: TestHub) {
  const { data } = await hub.callOk('GET /control/get-prices', { query: { project } })
  const found = data.result.find(({ id }) => id === hints)
  if (!found) throw new Error('The item is not on the list')
  const { ruValue, lowestRuValue, enValue, lowestEnValue } = found
  return { ruValue, lowestRuValue, enValue, lowestEnValue }
}

async function listRows({ context: { db } }: TestHub) {
  const rows = await db
    .selectFrom('priceHistory')
    .select(['since', 'rubMinor'])
    .where('itemId', '=', hints)
    .orderBy('since')
    .execute()
  return rows.map(({ since, rubMinor }) => [since, rubMinor])
}

function getItem({ context: { catalogue } }: TestHub): Item {
  const item = catalogue.item(hints)
  if (!item) throw new Error('The content has no such item')
  return item
}

test('before the first sale the lowest price is that of the list', async () => {
  const { hub, publish, goTo } = await openShop()
  await publish([sale('first', 50, { from: day(5) })])
  goTo(day(5))
  expect(await readPrice(hub)).toEqual({
    ruValue: 49.5,
    lowestRuValue: 99,
    enValue: 0.5,
    lowestEnValue: 0.99,
  })
})

test('a sale after a sale shows the price of the earlier one for 30 days', async () => {
  const { hub, publish, goTo } = await openShop()
  const earlier = { from: day(5), until: day(6) }
  await publish([sale('earlier', 50, earlier), sale('later', 20, { from: day(35), until: day(36) })])
  goTo(day(35))
  expect(await readPrice(hub)).toMatchObject({ ruValue: 79.2, lowestRuValue: 49.5, lowestEnValue: 0.5 })

  await publish([sale('earlier', 50, earlier), sale('later', 20, { from: day(36), until: day(37) })])
  goTo(day(36))
  expect(await readPrice(hub)).toMatchObject({ ruValue: 79.2, lowestRuValue: 99 })
})

test('a price that was raised just before a sale is not the lowest', async () => {
  const { hub, publish, goTo } = await openShop()
  goTo(day(40))
  await publish([], raise)
  goTo(day(41))
  await publish([sale('half', 50)], raise)
  expect(await readPrice(hub)).toEqual({ ruValue: 100, lowestRuValue: 99, enValue: 1, lowestEnValue: 0.99 })
})

test('a sale without a beginning is compared with the days before it was published', async () => {
  const { hub, publish, goTo } = await openShop()
  await publish([sale('half', 50)])
  goTo(day(20))
  await hub.runDueJobs()
  expect(await readPrice(hub)).toMatchObject({ ruValue: 49.5, lowestRuValue: 99 })
})

test('a currency whose price changes during a sale does not change the lowest price of the other', async () => {
  const { hub, publish, goTo } = await openShop()
  await publish([sale('half', 50)])
  goTo(day(3))
  await publish([sale('half', 50)], (yaml) => yaml.replace('{ RUB: 99, USD: 0.99 }', '{ RUB: 99, USD: 4 }'))
  expect(await readPrice(hub)).toEqual({ ruValue: 49.5, lowestRuValue: 99, enValue: 2, lowestEnValue: 0.5 })
})

test('a sale between two recordings is in the history with its instants', async () => {
  const { hub, publish, goTo } = await openShop()
  const [from, until] = [start + 5 * MINUTE_MS, start + 20 * MINUTE_MS]
  await publish([sale('short', 50, { from, until })])
  goTo(start + HOUR_MS)
  await hub.runDueJobs()
  expect(await listRows(hub)).toEqual([
    [start, 9900],
    [from, 4950],
    [until, 9900],
  ])
})

test('a sale that a new content no longer has ended when that came into use', async () => {
  const { hub, publish, goTo } = await openShop()
  await publish([sale('long', 50, { from: day(1), until: day(9) })])
  goTo(day(2))
  await publish([])
  goTo(day(10))
  await hub.runDueJobs()
  expect(await listRows(hub)).toEqual([
    [start, 9900],
    [day(1), 4950],
    [day(2), 9900],
  ])
})

test('offers for some players and codes are not in the history', async () => {
  const { hub, publish } = await openShop()
  await publish([
    '  - { id: first, kind: sale, items: all, percent: 50, for: first-purchase }\n',
    '  - { id: code, kind: code, items: all, percent: 45 }\n',
  ])
  await hub.passTime(HOUR_MS)
  expect(await listRows(hub)).toEqual([[start, 9900]])
})

test('several hubs write a price once, and know the same lowest one', async () => {
  const { hub, publish, goTo } = await openShop()
  const others = await Promise.all([1, 2].map(() => openPriceHistory(hub.context, fail)))
  await publish([sale('short', 50, { from: day(1), until: day(2) }), sale('later', 20, { from: day(3) })])
  goTo(day(3))
  await Promise.all([hub.runDueJobs(), ...others.map(({ record }) => record())])
  expect(await listRows(hub)).toEqual([
    [start, 9900],
    [day(1), 4950],
    [day(2), 9900],
    [day(3), 7920],
  ])
  for (const { findLowest } of others)
    expect(findLowest(getItem(hub), { RUB: 7920, USD: 79 }, hub.clock.now())).toEqual({ RUB: 4950, USD: 50 })
})

test('a hub that starts again with the same content has the sale that it was stopped in', async () => {
  const { hub, publish, goTo } = await openShop()
  await publish([sale('short', 50, { from: day(1), until: day(2) }), sale('later', 20, { from: day(3) })])
  const { catalogue, db } = hub.context
  const readVersion = async () => (await findRecording(db))?.contentVersion
  await expect.poll(readVersion).toBe(catalogue.state().version)
  goTo(day(3))
  expect(await listRows(hub)).toEqual([[start, 9900]])
  const { findLowest } = await openPriceHistory(hub.context, fail)
  expect(findLowest(getItem(hub), { RUB: 7920, USD: 79 }, hub.clock.now())).toEqual({ RUB: 4950, USD: 50 })
})

test('a hub that starts with another content takes its prices from then on', async () => {
  const { hub, goTo } = await openShop()
  goTo(day(3))
  const { catalogue } = hub.context
  const projects = catalogue.projects().map((one) => ({
    ...one,
    items: one.items.map((item) => ({ ...item, price: { RUB: 50_000 } })),
  }))
  const changed = {
    ...catalogue.withContent({ ...catalogue.content(), projects }),
    state: () => ({ version: 'other', rejected: null }),
  }
  await openPriceHistory({ ...hub.context, catalogue: changed }, fail)
  expect(await listRows(hub)).toEqual([
    [start, 9900],
    [day(3), 50_000],
  ])
})

test('a draft is compared with the history of the content in use', async () => {
  const { hub, publish, goTo } = await openShop()
  await publish([sale('short', 50, { from: day(1), until: day(2) })])
  goTo(day(3))
  const { catalogue } = hub.context
  const draft = catalogue.withContent(catalogue.content())
  expect(draft.lowestPrice(getItem(hub), { RUB: 100, USD: 50 }, day(3))).toEqual({ RUB: 4950, USD: 50 })
})

test('old prices are deleted, except the one that was in force', async () => {
  const { hub, publish, goTo } = await openShop()
  await publish([sale('a', 50, { from: day(1), until: day(2) }), sale('b', 20, { from: day(100) })])
  goTo(day(190))
  await hub.runDueJobs()
  expect(await listRows(hub)).toEqual([
    [day(2), 9900],
    [day(100), 7920],
  ])
})

test('a recording that fails is made up for by the next one', async () => {
  const { hub, publish, goTo } = await openShop()
  const { db } = hub.context
  const failures: unknown[] = []
  const { record } = await openPriceHistory(hub.context, (error) => failures.push(error))
  await db.schema.alterTable('priceHistory').renameTo('away').execute()
  goTo(day(1))
  await publish([sale('half', 50)])
  await expect.poll(() => failures.length).toBe(1)
  await db.schema.alterTable('away').renameTo('priceHistory').execute()
  await record()
  expect(await listRows(hub)).toEqual([
    [start, 9900],
    [day(1), 4950],
  ])
})
