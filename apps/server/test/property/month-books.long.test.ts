import { onTestFinished, test } from 'vitest'
import { HOUR_MS } from '../../src/platform/clock.ts'
import { expectEqualBooks } from './books.ts'

test('10_000 random orders have the same totals in the export of each month, in the ledger and at the providers', {
  timeout: HOUR_MS,
}, async () => {
  await expectEqualBooks(onTestFinished, { orders: 10_000, seed: 2030 })
})
