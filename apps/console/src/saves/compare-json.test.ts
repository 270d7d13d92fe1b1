import { expect, test } from 'vitest'
import { compareJson, formatPath } from './compare-json.ts'

const compare = (before: string, after: string) =>
  compareJson(JSON.parse(before), JSON.parse(after)).changes.map(({ path, ...values }) => [
    formatPath(path),
    values,
  ])

test('changed, added and removed values are listed with their place', () => {
  expect(
    compare('{"level":1,"a b":{"x":[1,2]},"old":null}', '{"level":2,"a b":{"x":[1,3,4]},"new":false}'),
  ).toEqual([
    ['level', { before: 1, after: 2 }],
    ['["a b"].x[1]', { before: 2, after: 3 }],
    ['["a b"].x[2]', { after: 4 }],
    ['new', { after: false }],
    ['old', { before: null }],
  ])
  expect(compare('1', '1')).toEqual([])
  expect(compare('{"a":{}}', '{"a":[]}')).toEqual([['a', { before: {}, after: [] }]])
  expect(compare('"a"', '{}')).toEqual([['', { before: 'a', after: {} }]])
})

test('keys of every object are a game’s own', () => {
  expect(compare('{}', '{"__proto__":1,"constructor":2,"toString":3}')).toEqual([
    ['__proto__', { after: 1 }],
    ['constructor', { after: 2 }],
    ['toString', { after: 3 }],
  ])
  expect(compare('{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}')).toEqual([
    ['__proto__.a', { before: 1, after: 2 }],
  ])
})

test('any depth and any number of changes end in bounded work', () => {
  const depth = 20_000
  const nest = (value: string) => `${'['.repeat(depth)}${value}${']'.repeat(depth)}`
  expect(compareJson(JSON.parse(nest('1')), JSON.parse(nest('2'))).changes).toHaveLength(1)
  const many = Array.from({ length: 100_000 }, (_, index) => index)
  const { changes, isCut } = compareJson([], many)
  expect([changes.length, isCut]).toEqual([200, true])
})
