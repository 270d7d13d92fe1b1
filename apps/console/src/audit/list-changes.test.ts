import { expect, test } from 'vitest'
import { listChanges } from './list-changes.ts'

test('only changed fields are listed, with old and new values', () => {
  expect(listChanges('{"state":"active","sessions":2}', '{"state":"suspended","sessions":2}')).toEqual([
    { field: 'state', before: 'active', after: 'suspended' },
  ])
})

test('a new object has no values before', () => {
  expect(listChanges(null, '{"grants":[{"role":"owner"}]}')).toEqual([
    { field: 'grants', before: null, after: '[{"role":"owner"}]' },
  ])
})

test('a removed field has no value after', () => {
  expect(listChanges('{"note":"late"}', '{}')).toEqual([{ field: 'note', before: 'late', after: null }])
})

test('a text that is no JSON is shown as it is', () => {
  expect(listChanges(null, '{"email":"a•••')).toEqual([{ field: '', before: null, after: '{"email":"a•••' }])
})

test('nothing stored is no change', () => {
  expect(listChanges(null, null)).toEqual([])
})
