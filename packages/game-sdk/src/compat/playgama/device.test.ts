import { afterEach, expect, test, vi } from 'vitest'
import { openFakePortal } from '../../../test/fake-hub.ts'
import { findDeviceType } from '../shared/device.ts'
import { createPlaygama } from './playgama.ts'

afterEach(() => vi.unstubAllGlobals())

const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15'

test.each([
  ['desktop', 'macos', mac, 0],
  // An iPad claims to be a Mac, but no Mac has a touch screen.
  ['tablet', 'macos', mac, 5],
  ['mobile', 'ios', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Mobile/15E148 Safari/604.1', 5],
  ['tablet', 'android', 'Mozilla/5.0 (Linux; Android 14; SM-X710) Chrome/126.0.0.0 Safari/537.36', 10],
  ['mobile', 'android', 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0.0.0 Mobile Safari/537.36', 5],
  ['desktop', 'windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0.0.0 Safari/537.36', 10],
  ['tv', 'linux', 'Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 TV Safari/537.36', 0],
  ['tv', 'other', 'Mozilla/5.0 (Web0S; SmartTV) AppleWebKit/537.36', 0],
])('a %s with %s', (type, os, userAgent, maxTouchPoints) => {
  const { portal } = openFakePortal()
  vi.stubGlobal('navigator', { language: 'en', userAgent, maxTouchPoints })
  expect(findDeviceType()).toBe(type)
  expect(createPlaygama(portal).bridge.device).toMatchObject({ type, os })
})
