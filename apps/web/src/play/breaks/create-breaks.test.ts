import type { BreakKind } from '@playhub/contract/bridge'
import { expect, test } from 'vitest'
import { createBreaks, interstitialGapMs } from './create-breaks.ts'

function openBreaks({ isAllowed = true, isWatched = true, content = 'games' as string | null } = {}) {
  const shown: [BreakKind, string][] = []
  const clock = { now: 0 }
  const breaks = createBreaks<string>({
    isAllowed: () => isAllowed,
    load: async () => content,
    show: async (kind, given) => {
      shown.push([kind, given])
      return isWatched
    },
    now: () => clock.now,
  })
  const show = async (kind: BreakKind) => (await breaks.prepare(kind))?.() ?? null
  return { show, shown, clock }
}

test('a rewarded break that was watched rewards, and an interstitial never does', async () => {
  const { show, shown } = openBreaks()
  expect(await show('interstitial')).toEqual({ shown: true, rewarded: false })
  expect(await show('rewarded')).toEqual({ shown: true, rewarded: true })
  expect(shown).toEqual([
    ['interstitial', 'games'],
    ['rewarded', 'games'],
  ])
})

test('a rewarded break that was closed early is shown and rewards nothing', async () => {
  const { show } = openBreaks({ isWatched: false })
  expect(await show('rewarded')).toEqual({ shown: true, rewarded: false })
})

test('an interstitial comes a minute after the last break, and a rewarded one at any time', async () => {
  const { show, clock } = openBreaks()
  await show('interstitial')
  clock.now = interstitialGapMs - 1
  expect(await show('interstitial')).toBeNull()
  expect(await show('rewarded')).not.toBeNull()
  clock.now = 2 * interstitialGapMs - 2
  expect(await show('interstitial')).toBeNull()
  clock.now = 2 * interstitialGapMs - 1
  expect(await show('interstitial')).toEqual({ shown: true, rewarded: false })
})

test('a request that was refused does not delay the next interstitial', async () => {
  const { show, clock } = openBreaks()
  await show('interstitial')
  clock.now = interstitialGapMs - 1
  await show('interstitial')
  clock.now = interstitialGapMs
  expect(await show('interstitial')).not.toBeNull()
})

test.each([{ isAllowed: false }, { content: null }])('there is no break with %o', async (options) => {
  const { show, shown } = openBreaks(options)
  expect([await show('interstitial'), await show('rewarded')]).toEqual([null, null])
  expect(shown).toEqual([])
})
