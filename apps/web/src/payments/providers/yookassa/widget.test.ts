import { expect, test } from 'vitest'
import { isTokenSpent, widgetErrorCode } from './widget-error.ts'

test('an error of the form is understood in every shape it has been seen in', () => {
  expect(widgetErrorCode({ error: 'token_expired' })).toBe('token_expired')
  expect(widgetErrorCode({ code: 'invalid_token' })).toBe('invalid_token')
  expect(widgetErrorCode('internal_service_error')).toBe('internal_service_error')
  expect([undefined, null, 7, {}, { error: {} }].map(widgetErrorCode)).toEqual(Array(5).fill('unknown'))
})

test('a spent token asks for another, other trouble does not', () => {
  expect(isTokenSpent('token_expired')).toBe(true)
  expect(isTokenSpent('invalid_token')).toBe(true)
  expect(isTokenSpent('internal_service_error')).toBe(false)
})
