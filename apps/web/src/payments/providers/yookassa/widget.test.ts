import { expect, test } from 'vitest'
import { isTokenExpired, widgetErrorCode } from './widget.ts'

test('the error code of the widget is read from every observed shape', () => {
  expect(widgetErrorCode({ error: 'token_expired' })).toBe('token_expired')
  expect(widgetErrorCode({ code: 'invalid_token' })).toBe('invalid_token')
  expect(widgetErrorCode('internal_service_error')).toBe('internal_service_error')
  expect([undefined, null, 7, {}, { error: {} }].map(widgetErrorCode)).toEqual(Array(5).fill('unknown'))
})

test('a used or expired token can be replaced, other errors cannot be repaired that way', () => {
  expect(isTokenExpired('token_expired')).toBe(true)
  expect(isTokenExpired('invalid_token')).toBe(true)
  expect(isTokenExpired('internal_service_error')).toBe(false)
})
