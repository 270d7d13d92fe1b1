import { expect, test } from 'vitest'
import { listPushedOut } from './use-pages.ts'

const page = (ids: string, nextCursor: string | null = 'next') => ({
  result: [...ids],
  nextCursor,
  scannedTo: null,
})
const list = (then: string, now: ReturnType<typeof page>) =>
  listPushedOut(page(then), now, (id) => id).join('')

test('rows that new ones push from the first page stay in the list', () => {
  expect(list('dcba', page('fedc'))).toBe('ba')
  expect(list('dcba', page('hgfe'))).toBe('dcba')
  expect(list('dcba', page('dcba'))).toBe('')
})

test('a row that no longer matches goes', () => {
  expect(list('dcba', page('edba'))).toBe('')
  expect(list('dcba', page('d', null))).toBe('')
})
