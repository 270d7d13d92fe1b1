import { expect, test } from 'vitest'
import { caretAfter, expiryError, groupExpiry, groupNumber, numberError } from './card-number.js'

test('a number is grouped by four and keeps the caret at its digit', () => {
  expect(groupNumber('42424242-4242 4242')).toBe('4242 4242 4242 4242')
  expect(caretAfter('4242 4', 5)).toBe(6)
  expect(numberError('4242 4242')).toBe('number-incomplete')
  expect(numberError('4242 4242 4242 4243')).toBe('number-wrong')
  expect(numberError('4242 4242 4242 4242')).toBe('')
})

test('an expiry date grows its slash, and can be deleted', () => {
  expect(groupExpiry('7')).toBe('07 / ')
  expect(groupExpiry('1')).toBe('1')
  expect(groupExpiry('1234')).toBe('12 / 34')
  expect(groupExpiry('12/2034')).toBe('12 / 34')
  expect(groupExpiry('12 /', true)).toBe('12')
})

test('a card is good until the end of its month', () => {
  const now = new Date(2030, 5, 15)
  expect(expiryError('06 / 30', now)).toBe('')
  expect(expiryError('05 / 30', now)).toBe('expiry-past')
  expect(expiryError('13 / 30', now)).toBe('expiry-wrong')
  expect(expiryError('06 /', now)).toBe('expiry-incomplete')
})
