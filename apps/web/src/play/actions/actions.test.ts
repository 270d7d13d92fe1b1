import type { PriceItem, ProjectConfig } from '@playhub/contract'
import { expect, test, vi } from 'vitest'
import { deferPurchase, takeDeferredPurchase } from './deferred-purchase.ts'
import { fetchGameToken, userAuthForGame } from './game-player.ts'
import { chargedCurrency, itemForGame } from './game-shop.ts'

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

test("a game's items are priced in the provider's currency and labelled in the player's language", () => {
  vi.stubGlobal('window', { location: { origin: 'https://hub.example' } })
  expect(itemForGame(item, 'ru', 'USD')).toEqual({
    id: 'islandm3-hints',
    title: 'Пять подсказок',
    description: 'Фонарь',
    imageUrl: 'https://hub.example/main_images/hints.svg',
    price: { amountMinor: 99, currency: 'USD', formatted: expect.stringContaining('0,99') },
  })
  vi.unstubAllGlobals()
})

test('the first provider of a project decides the currency; without one, the language does', () => {
  const config = { paymentsMethods: [{ provider: 'stripe', methods: ['card'] }] } as unknown as ProjectConfig
  expect(chargedCurrency(config, 'ru')).toBe('USD')
  expect(chargedCurrency(undefined, 'ru')).toBe('RUB')
  expect(chargedCurrency(undefined, 'de')).toBe('USD')
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
