import { expect, test } from 'vitest'
import { formatScore } from './format-score.ts'

test('a score reads as its leaderboard declares it, in the language of the player', () => {
  const number = { format: 'number', decimals: 0 } as const
  expect(formatScore(1234567, number, 'en')).toBe('1,234,567')
  expect(formatScore(1234, { format: 'number', decimals: 2 }, 'ru')).toBe('12,34')
  expect(formatScore(1250, { format: 'percent', decimals: 1 }, 'en')).toBe('125.0%')
  expect(formatScore(62_350, { format: 'time', decimals: 0 }, 'en')).toBe('1:02.350')
  expect(formatScore(3_605_000, { format: 'time', decimals: 0 }, 'en')).toBe('1:00:05')
})
