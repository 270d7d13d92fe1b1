import { expect, test } from 'vitest'
import { fillPlaceholders, listPlaceholders, listUnknownPlaceholders } from './placeholders.ts'

test('known placeholders become their values, in one pass', () => {
  const values = { name: '{order} $& $1', order: '42', game: undefined }
  expect(fillPlaceholders('{name} {name}, {order} of {game} {who}', values)).toBe(
    '{order} $& $1 {order} $& $1, 42 of {game} {who}',
  )
})

test('what has no value stays visible', () => {
  expect(listPlaceholders(fillPlaceholders('Hello {name}: {order}', { name: '' }))).toEqual(['name', 'order'])
  expect(listPlaceholders('{ name } {Name} name')).toEqual([])
})

test('any other text in braces is unknown, once each', () => {
  expect(
    listUnknownPlaceholders('{name} {nmae} {nmae} {} {__proto__} {toString} {a\nb} { } {{name}}'),
  ).toEqual([...['{nmae}', '{}', '{__proto__}', '{toString}', '{ }']])
})
