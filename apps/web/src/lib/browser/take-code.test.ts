import { expect, test } from 'vitest'
import { takeCode } from './take-code.ts'

function take(address: string) {
  const url = new URL(address, 'http://hub.test')
  return [takeCode(url), url.href.replace('http://hub.test', '')]
}

test("a code is removed from the address of a project's prices and of a game", () => {
  expect(take('/prices/islandm3?code=abc%20def&from=mail#item')).toEqual([
    'islandm3 abc def',
    '/prices/islandm3?from=mail#item',
  ])
  expect(take('/games/ru/islandm3/?code=ABC')).toEqual(['islandm3 ABC', '/games/ru/islandm3/'])
})

test('a code in another address is not an offer code', () => {
  const address = '/auth/google/callback?code=abc'
  expect(take(address)).toEqual([undefined, address])
})
