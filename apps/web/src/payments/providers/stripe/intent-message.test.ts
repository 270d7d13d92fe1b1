import type { StripeError } from '@stripe/stripe-js'
import { expect, test } from 'vitest'
import { wordOfError, wordsOfIntent } from './intent-message.ts'

test('three states of an intent have words of their own, all others share some', () => {
  expect(wordsOfIntent('succeeded')).toBe('succeeded')
  expect(wordsOfIntent('processing')).toBe('processing')
  expect(wordsOfIntent('requires_payment_method')).toBe('requires_payment_method')
  expect(wordsOfIntent('requires_action')).toBe('other')
  expect(wordsOfIntent(undefined)).toBe('other')
})

test('a declined card is told in the sentence that Stripe has for it', () => {
  const declined = { type: 'card_error', message: 'Your bank declined the card.' } as StripeError
  expect(wordOfError(declined)).toEqual({ kind: 'sentence', text: 'Your bank declined the card.' })
})

test('trouble that a player can do nothing about is not told in the words of an API', () => {
  const trouble = { type: 'api_error', message: 'No such payment_intent' } as StripeError
  expect(wordOfError(trouble)).toEqual({ kind: 'intent', words: 'other' })
})

test('an unfinished field speaks for itself', () => {
  expect(wordOfError({ type: 'validation_error' } as StripeError)).toBeNull()
})
