import type { PriceItem, ProjectConfig } from '@playhub/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { deferPurchase, takeDeferredPurchase } from './deferred-purchase.ts'
import { fetchGameToken, userAuthForGame } from './game-player.ts'
import { createGameShop } from './game-shop.ts'

const item = {
  id: 'islandm3-hints',
  title: { en: 'Five hints', ru: 'Пять подсказок' },
  description: { en: 'The lantern', ru: 'Фонарь' },
  ruTitle: 'Пять подсказок',
  enTitle: 'Five hints',
  ruDescription: 'Фонарь',
  enDescription: 'The lantern',
  ruAmountMinor: 9900,
  enAmountMinor: 99,
  logoName: '/main_images/hints.svg',
} as PriceItem

afterEach(() => vi.unstubAllGlobals())

async function listCatalog(language: string, config?: ProjectConfig) {
  vi.stubGlobal('window', { location: { origin: 'https://hub.example' } })
  vi.stubGlobal('fetch', async () => Response.json({ data: { result: [item] } }))
  return createGameShop('islandm3', () => config).catalog(language)
}

const withStripe = {
  paymentsMethods: [{ provider: 'stripe', methods: ['card'] }],
} as unknown as ProjectConfig

test("a game's items are priced in the provider's currency and labelled in the player's language", async () => {
  expect(await listCatalog('ru', withStripe)).toEqual([
    {
      id: 'islandm3-hints',
      title: 'Пять подсказок',
      description: 'Фонарь',
      imageUrl: 'https://hub.example/main_images/hints.svg',
      price: { amountMinor: 99, currency: 'USD', formatted: expect.stringContaining('0,99') },
    },
  ])
})

test('without a provider, the language decides the currency', async () => {
  expect(await listCatalog('ru')).toMatchObject([{ price: { currency: 'RUB' } }])
  expect(await listCatalog('de')).toMatchObject([{ price: { currency: 'USD' } }])
})

test('a deferred purchase is returned for its game, once', () => {
  for (const intent of [{ itemId: 'islandm3-hints' }, { paymentId: 'p1' }]) {
    deferPurchase('islandm3', intent, 0)
    expect(takeDeferredPurchase('islandm3', 1000)).toEqual(intent)
    expect(takeDeferredPurchase('islandm3', 1000)).toBeNull()
  }
})

test('a deferred purchase of another game waits for that game, and an expired one is dropped', () => {
  const intent = { itemId: 'islandm3-hints' }
  deferPurchase('islandm3', intent, 0)
  expect(takeDeferredPurchase('familytown', 1000)).toBeNull()
  expect(takeDeferredPurchase('islandm3', 1000)).toEqual(intent)
  deferPurchase('islandm3', intent, 0)
  expect(takeDeferredPurchase('islandm3', 60 * 60 * 1000)).toBeNull()
})

test('a guest has no game token and empty user data', async () => {
  await expect(fetchGameToken('islandm3')).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  expect(await userAuthForGame('islandm3')).toEqual({
    currentAuthType: 'guest',
    userId: '',
    nickName: '',
    jwt: '',
    session: '',
  })
})
