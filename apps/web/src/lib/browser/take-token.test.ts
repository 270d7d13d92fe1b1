import { expect, test } from 'vitest'
import { splitToken } from './take-token.ts'

const split = (url: string) => splitToken(new URL(url, 'http://hub.test'))

test('a token in the query is removed from the address', () => {
  expect(split('/games/ru/?jwt=abc&project=islandm3#top')).toEqual({
    url: '/games/ru/?project=islandm3#top',
    jwt: 'abc',
  })
})

test('a token in the path is removed from the address', () => {
  expect(split('/payments/process/p1/web/ru/islandm3/abc')).toEqual({
    url: '/payments/process/p1/web/ru/islandm3',
    jwt: 'abc',
  })
  expect(split('/session/login/s1/mobile/en/islandm3/abc/').jwt).toBe('abc')
})

test('an address without a token is unchanged', () => {
  expect(split('/games/ru/islandm3/?play=1')).toEqual({ url: '/games/ru/islandm3/?play=1', jwt: null })
  expect(split('/payments/process/p1/web/ru/islandm3').jwt).toBeNull()
})
