import { expect, test } from 'vitest'
import { isInn } from './fiscal.ts'

test('a taxpayer number has 10 or 12 digits and correct check digits', () => {
  expect(['7707083893', '500100732259', '7736207543'].map(isInn)).toEqual([true, true, true])
  const wrong = ['7707083894', '500100732258', '500100732269', '770708389', '77070838931', '', '77070838 93']
  expect(wrong.filter(isInn)).toEqual([])
})
