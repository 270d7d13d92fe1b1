import { expect, test } from 'vitest'
import { errorMessage, intentLabel } from './stripe/intent-message.ts'
import { isTokenExpired, widgetErrorCode } from './yookassa/widget-error.ts'

test('three intent statuses have a label of their own, all others share one', () => {
  expect(intentLabel('succeeded')).toBe('succeeded')
  expect(intentLabel('processing')).toBe('processing')
  expect(intentLabel('requires_payment_method')).toBe('requires_payment_method')
  expect(intentLabel('requires_action')).toBe('other')
  expect(intentLabel(undefined)).toBe('other')
})

test('a declined card is explained in the sentence from Stripe', () => {
  const declined = { type: 'card_error', message: 'Your bank declined the card.' } as const
  expect(errorMessage(declined)).toEqual({ kind: 'text', text: 'Your bank declined the card.' })
})

test('an API error that a player cannot act on is not shown verbatim', () => {
  const error = { type: 'api_error', message: 'No such payment_intent' } as const
  expect(errorMessage(error)).toEqual({ kind: 'intent', label: 'other' })
})

test('an incomplete field, which may be out of view, is explained in the sentence from Stripe', () => {
  const incomplete = { type: 'validation_error', message: 'Your card number is incomplete.' } as const
  expect(errorMessage(incomplete)).toEqual({ kind: 'text', text: incomplete.message })
})

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
