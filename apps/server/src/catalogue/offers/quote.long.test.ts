import { test } from 'vitest'
import { compareWithOracle } from '../../../test/support/offers/compare-with-oracle.ts'
import { HOUR_MS } from '../../platform/clock.ts'

test('a million random carts cost what an independent oracle says', { timeout: HOUR_MS }, () =>
  compareWithOracle(1_000_000),
)
