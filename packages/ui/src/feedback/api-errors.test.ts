import { expect, test } from 'vitest'
import { ApiRefusal, formatRetry, toErrorCode } from './api-errors.ts'

const format = (retryInSeconds: unknown, language: string) =>
  formatRetry(
    new ApiRefusal({ code: 'TOO_MANY_REQUESTS', status: 429, title: '', details: { retryInSeconds } }),
    language,
  )

test.each([
  [5, 'in 5 seconds', 'через 5 секунд'],
  [60, 'in 1 minute', 'через 1 минуту'],
  [61, 'in 2 minutes', 'через 2 минуты'],
  [59 * 60 - 1, 'in 59 minutes', 'через 59 минут'],
  [3600, 'in 60 minutes', 'через 60 минут'],
  [86_400, 'in 24 hours', 'через 24 часа'],
])('%i seconds', (seconds, en, ru) => {
  expect(format(seconds, 'en')).toBe(en)
  expect(format(seconds, 'ru')).toBe(ru)
})

test('a refusal may not say how long to wait', () => {
  expect(format(undefined, 'en')).toBeUndefined()
  expect(formatRetry(new Error('no refusal'), 'en')).toBeUndefined()
})

test('the error of a form keeps how long to wait', () => {
  const refuse = (details: Record<string, unknown>) =>
    toErrorCode(new ApiRefusal({ code: 'TOO_MANY_REQUESTS', status: 429, title: '', details }))
  expect(refuse({ retryInSeconds: 3540 })).toBe('TOO_MANY_REQUESTS 3540')
  expect(refuse({})).toBe('TOO_MANY_REQUESTS')
})
