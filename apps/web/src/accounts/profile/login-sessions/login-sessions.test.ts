import { parseUserAgent } from '@playhub/contract/user-agent'
import { describe, expect, test } from 'vitest'
import { formatLastSeen } from './format-last-seen.ts'

describe('parsing a user agent', () => {
  const windows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'
  const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9'
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

  test.each([
    [`${windows} Safari/537.36`, 'chrome', 'windows', 'computer'],
    [`${windows} Safari/537.36 Edg/142.0.0.0`, 'edge', 'windows', 'computer'],
    [`${windows} YaBrowser/25.8 Yowser/2.5 Safari/537.36`, 'yandex', 'windows', 'computer'],
    [`${windows} Safari/537.36 OPR/120.0`, 'opera', 'windows', 'computer'],
    [`${android}) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36`, 'chrome', 'android', 'phone'],
    [`${android}) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36`, 'chrome', 'android', 'tablet'],
    [`${android}) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`, 'samsung', 'android', 'phone'],
    [`${android}; wv) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36`, 'app', 'android', 'phone'],
    [`${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, 'safari', 'iphone', 'phone'],
    [`${iphone} CriOS/142.0 Mobile/15E148 Safari/604.1`, 'chrome', 'iphone', 'phone'],
    [`${iphone} Mobile/15E148`, 'app', 'iphone', 'phone'],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'firefox',
      'linux',
      'computer',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
      'safari',
      'macos',
      'computer',
    ],
  ])('%s', (userAgent, browser, system, kind) => {
    expect(parseUserAgent(userAgent)).toEqual({ browser, system, kind })
  })

  test('returns null for what it does not recognise', () => {
    const unknown = { browser: null, system: null, kind: null }
    expect(parseUserAgent('')).toEqual(unknown)
    expect(parseUserAgent('curl/8.5.0')).toEqual(unknown)
  })
})

describe('formatting the last use', () => {
  const now = new Date(2026, 10, 21, 18, 30).getTime()
  const seen = (at: Date, language = 'en') => formatLastSeen(at.getTime(), now, language)

  test('returns null for the last two hours', () => {
    expect(seen(new Date(2026, 10, 21, 17))).toBeNull()
    expect(seen(new Date(2026, 10, 21, 19))).toBeNull()
  })

  test('uses hours, then calendar days, and after a month the date', () => {
    expect(seen(new Date(2026, 10, 21, 13))).toBe('5 hours ago')
    expect(seen(new Date(2026, 10, 20, 11))).toBe('yesterday')
    expect(seen(new Date(2026, 10, 18, 23))).toBe('3 days ago')
    expect(seen(new Date(2026, 9, 1))).toBe('October 1, 2026')
  })

  test('uses Russian plural forms', () => {
    expect(seen(new Date(2026, 10, 21, 13), 'ru')).toBe('5 часов назад')
    expect(seen(new Date(2026, 10, 20, 11), 'ru')).toBe('вчера')
    expect(seen(new Date(2026, 10, 18, 23), 'ru')).toBe('3 дня назад')
  })
})
