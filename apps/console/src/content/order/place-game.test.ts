import { expect, test } from 'vitest'
import { placeGame, sortGames } from './place-game.ts'

const games = (...orders: number[]) =>
  orders.map((order, index) => ({ id: String.fromCharCode(97 + index), order }))

const cases: [name: string, orders: number[], from: number, to: number, changes: Record<string, number>][] = [
  ['between two', [10, 20, 30], 2, 1, { c: 15 }],
  ['down between two', [10, 20, 30], 0, 1, { a: 25 }],
  ['to the top', [10, 20, 30], 2, 0, { c: 0 }],
  ['to the end', [10, 20, 30], 0, 2, { a: 40 }],
  ['between neighbours', [1, 2, 3], 2, 1, { c: 1.5 }],
  ['where there is room for one digit', [1, 1.5, 3], 2, 1, { c: 1.3 }],
  ['below zero', [-1, 0, 9], 2, 0, { c: -11 }],
  ['among equals, of which few follow', [5, 5, 5, 5, 9, 12], 5, 3, { f: 6, d: 8 }],
  ['among equals, of which few come before', [5, 5, 5, 5, 9], 4, 1, { a: -15, e: -5 }],
  ['among equals from among them', [5, 5, 5], 2, 1, { c: 15, b: 25 }],
  ['nowhere', [10, 20], 1, 1, {}],
]

test.for(cases)('a game moves %s, and the fewest files change', ([, orders, from, to, changes]) => {
  const before = games(...orders)
  expect(placeGame(before, from, to)).toEqual(changes)
  const wanted = before.toSpliced(from, 1).toSpliced(to, 0, ...before.slice(from, from + 1))
  const after = sortGames(before.map((game) => ({ ...game, order: changes[game.id] ?? game.order })))
  expect(after.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
})
