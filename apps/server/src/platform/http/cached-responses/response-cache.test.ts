import { expect, test } from 'vitest'
import { testClock } from '../../../../test/support/test-clock.ts'
import { MINUTE_MS } from '../../clock.ts'
import { createCachedResponse } from './cached-response.ts'
import { createResponseCache } from './response-cache.ts'

const key = '/prices'

test('a response that is made across an end is made again for who asks after it', async () => {
  const clock = testClock('2030-01-01T00:00:00Z')
  const end = clock.now() + MINUTE_MS
  const cache = createResponseCache(clock, (now) => (now < end ? end : null))
  const made = Promise.withResolvers<string>()
  const slow = cache.getOrMake(key, async () => createCachedResponse(200, await made.promise, {}))
  clock.advance(MINUTE_MS)
  const next = cache.getOrMake(key, () => createCachedResponse(200, 'new', {}))
  made.resolve('old')
  const read = async (response: typeof slow) => String((await response).plain.body)
  expect([await read(slow), await read(next)]).toEqual(['old', 'new'])
  expect(String(cache.get(key)?.plain.body)).toBe('new')
})

test('a stored response is forgotten at the end, and the next end is found then', async () => {
  const clock = testClock('2030-01-01T00:00:00Z')
  const first = clock.now() + MINUTE_MS
  const ends = [first, first + MINUTE_MS]
  const cache = createResponseCache(clock, (now) => ends.find((end) => now < end) ?? null)
  for (const _ of ends) {
    await cache.getOrMake(key, () => createCachedResponse(200, 'page', {}))
    clock.advance(MINUTE_MS - 1)
    expect(cache.get(key)).toBeDefined()
    clock.advance(1)
    expect(cache.get(key)).toBeUndefined()
  }
})

test('a page that expires at another instant has another ETag', async () => {
  const headers: Record<string, string>[] = [
    {},
    { expires: 'Tue, 01 Jan 2030 00:00:00 GMT' },
    { expires: 'Wed, 02 Jan 2030 00:00:00 GMT' },
  ]
  const responses = await Promise.all(headers.map((given) => createCachedResponse(200, 'page', given)))
  expect(new Set(responses.map(({ etag }) => etag)).size).toBe(3)
})
