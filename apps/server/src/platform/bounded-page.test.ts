import { expect, test } from 'vitest'
import { type PageRequest, readBoundedPage, type ScanRange } from './bounded-page.ts'
import { firstIdAt } from './ids.ts'

/** Twenty entries, newest first; every seventh matches. */
const entries = Array.from({ length: 20 }, (_, index) => ({
  id: `${firstIdAt(1_800_000_000_000 - index)}-7000-8000-000000000000`,
  index,
}))

const read = (request: PageRequest) =>
  readBoundedPage(request, {
    findEntry: async (before, offset) =>
      entries.filter(({ id }) => before === undefined || id < before)[offset],
    listRows: async ({ before, from }: ScanRange, limit) =>
      entries
        .filter(({ id }) => (before === undefined || id < before) && (from === undefined || id >= from))
        .filter(({ index }) => index % 7 === 6)
        .slice(0, limit),
  })

test('a scan that stops at its limit tells how far it looked, and the next page continues there', async () => {
  const first = await read({ limit: 2, scanLimit: 10 })
  expect(first).toEqual({
    rows: [entries[6]],
    nextCursor: entries[9]?.id,
    scannedTo: 1_800_000_000_000 - 9,
  })
  const second = await read({ limit: 2, scanLimit: 10, cursor: first.nextCursor ?? '' })
  expect(second.rows).toEqual([entries[13]])
  expect(await read({ limit: 2, scanLimit: 10, cursor: second.nextCursor ?? '' })).toEqual({
    rows: [],
    nextCursor: null,
    scannedTo: null,
  })
})

test('a full page continues after its last row', async () => {
  expect(await read({ limit: 1 })).toEqual({
    rows: [entries[6]],
    nextCursor: entries[6]?.id,
    scannedTo: null,
  })
})

test('a list that ends has no next page', async () => {
  expect(await read({ limit: 2 })).toEqual({
    rows: [entries[6], entries[13]],
    nextCursor: null,
    scannedTo: null,
  })
})
