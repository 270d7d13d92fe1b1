/** FUZZ_SEED repeats a failure. */
import { test } from 'vitest'
import { fuzzHub } from './fuzz-hub.ts'

const seed = Number(process.env.FUZZ_SEED ?? 2030)

test(
  `5,000 generated requests get documented answers, and change nothing when refused (FUZZ_SEED=${seed})`,
  () => fuzzHub(5000, seed),
  300_000,
)
