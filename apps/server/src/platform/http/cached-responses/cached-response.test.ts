import { expect, test } from 'vitest'
import { acceptsBrotli } from './cached-response.ts'

test.each([
  ['br', true],
  ['gzip, deflate, br, zstd', true],
  ['gzip;q=1.0, BR;q=0.5', true],
  ['br;q=0', false],
  ['gzip, br; q=0.000', false],
  ['gzip', false],
  ['vibrant', false],
  ['br;q=nonsense', false],
  ['', false],
  [undefined, false],
] as const)('%s accepts brotli: %s', (header, expected) => {
  expect(acceptsBrotli(header)).toBe(expected)
})
