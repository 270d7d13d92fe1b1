import { expect, test } from 'vitest'
import { addUses } from './portal-uses.ts'

const use = (name: string, count = 1, isMissing = false) => ({ name, count, isMissing })

test('uses are supported, unavailable or unknown, and the unknown ones come first', () => {
  const uses = [use('ysdk.getPlayer'), use('ysdk.adv.showFullscreenAdv', 3), use('ysdk.music', 1, true)]
  expect(addUses(undefined, { sdk: 'yandex', uses })).toEqual({
    sdk: 'yandex',
    uses: [
      { name: 'ysdk.music', count: 1, support: 'unknown' },
      { name: 'ysdk.adv.showFullscreenAdv', count: 3, support: 'unavailable' },
      { name: 'ysdk.getPlayer', count: 1, support: 'supported' },
    ],
  })
})

test('a later report replaces the counts, and keeps what it does not name', () => {
  const known = addUses(undefined, { sdk: 'poki', uses: [use('PokiSDK.init'), use('PokiSDK.measure')] })
  const { uses } = addUses(known, { sdk: 'poki', uses: [use('PokiSDK.measure', 9)] }) ?? { uses: [] }
  expect(uses.map(({ name, count }) => [name, count])).toEqual([
    ['PokiSDK.measure', 9],
    ['PokiSDK.init', 1],
  ])
})

test.each([{ sdk: 'other', uses: [] }, { sdk: 'poki' }, { sdk: 'poki', uses: 'all' }])(
  'what is no report changes nothing: %j',
  (report) => {
    expect(addUses(undefined, report)).toBeUndefined()
  },
)

test('what is no use is left out', () => {
  const uses = [null, use('x'.repeat(101)), { name: 'PokiSDK.init', count: 'many' }, use('PokiSDK.init')]
  expect(addUses(undefined, { sdk: 'poki', uses })?.uses).toHaveLength(1)
})
