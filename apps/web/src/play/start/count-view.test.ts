import { shippedOffer } from '@playhub/contract/languages'
import { afterEach, expect, test, vi } from 'vitest'
import { type ClientConfig, clientConfig, setClientConfig } from '../../lib/context/client-config.ts'
import { detectDevice, readReferrer } from './count-view.ts'
import { mayCount } from './may-count.ts'

const { insights: _, ...blank } = clientConfig()
afterEach(() => {
  setClientConfig(blank)
  vi.unstubAllGlobals()
})

test('the referrer is a host in lower case, and empty for what is none', () => {
  expect(readReferrer('https://Search.EXAMPLE:8443/?q=who+am+i')).toBe('search.example')
  for (const referrer of ['', 'android-app://com.example', 'http://[::1]/'])
    expect(readReferrer(referrer)).toBe('')
})

test.each([
  [390, 844, true, 'phone'],
  [844, 390, true, 'phone'],
  [834, 1194, true, 'tablet'],
  [390, 844, false, 'desktop'],
  [1440, 900, false, 'desktop'],
])('a screen of %i by %i, coarse pointer %s, is a %s', (width, height, isCoarse, device) => {
  vi.stubGlobal('screen', { width, height })
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' && isCoarse }))
  expect(detectDevice()).toBe(device)
})

test.each<[string, Partial<ClientConfig>, object, boolean]>([
  ['a hub that counts', { insights: true }, {}, true],
  ['a player who has not decided', { insights: true }, { doNotTrack: null }, true],
  ['a player who allows it', { insights: true }, { doNotTrack: '0', globalPrivacyControl: false }, true],
  ['a hub with `insights: off`', {}, {}, false],
  ['Do Not Track', { insights: true }, { doNotTrack: '1' }, false],
  ['Global Privacy Control', { insights: true }, { globalPrivacyControl: true }, false],
])('with %s', (_name, config, navigator, isCounting) => {
  setClientConfig({ ...blank, ...shippedOffer, ...config })
  vi.stubGlobal('navigator', navigator)
  expect(mayCount()).toBe(isCounting)
})
