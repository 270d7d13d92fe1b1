/** Same as the short form, with 200,000 requests; a separate hub for each 5,000 keeps its tables small. */
import { test } from 'vitest'
import { fuzzHub } from './fuzz-hub.ts'

const requestsPerHub = 5000
const seeds = Array.from({ length: 200_000 / requestsPerHub }, (_, index) => index + 1)

test.each(seeds)(
  '5,000 generated requests get documented answers (seed %i)',
  (seed) => fuzzHub(requestsPerHub, seed),
  600_000,
)
