import type { Purchase as OwnedItem, PriceItem, ProjectConfig } from '@playhub/contract'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { localStore, storageKeys } from '../../lib/browser/storage.ts'
import { deferPurchase, takeDeferredPurchase } from './deferred-purchase.ts'
import { fetchGameToken, playerForGame, userAuthForGame } from './game-player.ts'
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

/** A shop of two items known to another portal's game by its own ids, and the player's purchases. */
function openPortalShop(owned: Partial<OwnedItem>[] = []) {
  const items = [
    { ...item, id: 'corners-gold', gameId: 'gold_100', saleState: 'onSale' },
    { ...item, id: 'corners-hat', gameId: 'hat', saleState: 'notForSale' },
  ]
  const consumed: string[] = []
  vi.stubGlobal('window', { location: { origin: 'https://hub.example' } })
  vi.stubGlobal('fetch', async (url: string) => {
    const [, id] = /purchases\/([^/]+)\/consume/.exec(url) ?? []
    if (!id) return Response.json({ data: { result: url.includes('get-prices') ? items : owned } })
    consumed.push(id)
    return Response.json({ data: { result: { project: 'corners', alreadyConsumed: false } } })
  })
  localStore.set(storageKeys.accessToken, 'jwt')
  onTestFinished(() => localStore.remove(storageKeys.accessToken))
  return { shop: createGameShop('corners', () => undefined), consumed }
}

test('a game reads its own ids of items, and may order by them or by those of the hub', async () => {
  const { shop } = openPortalShop()
  expect((await shop.catalog('en')).map(({ id }) => id)).toEqual(['gold_100'])
  expect(await shop.findItemId('gold_100')).toBe('corners-gold')
  expect(await shop.findItemId('corners-gold')).toBe('corners-gold')
  await expect(shop.findItemId('hat')).rejects.toMatchObject({ code: 'UNKNOWN_ITEM' })
  await expect(shop.findItemId('silver')).rejects.toMatchObject({ code: 'UNKNOWN_ITEM' })
})

test('purchases have the ids of the game, also of an item that is sold no more', async () => {
  const { shop } = openPortalShop([
    { id: 'p1', paymentId: 'o1', itemId: 'corners-gold', project: 'corners', state: 'granted' },
    { id: 'p2', paymentId: 'o2', itemId: 'corners-hat', project: 'corners', state: 'granted' },
    { id: 'p3', paymentId: 'o3', itemId: 'corners-old', project: 'corners', state: 'granted' },
  ])
  expect((await shop.purchases()).map(({ itemId }) => itemId)).toEqual(['gold_100', 'hat', 'corners-old'])
  expect(await shop.findPurchase('o1')).toMatchObject({ id: 'p1', itemId: 'gold_100' })
})

test('a purchase is consumed by its id or by that of its item, oldest first', async () => {
  const { shop, consumed } = openPortalShop([
    { id: 'p1', itemId: 'corners-gold', project: 'corners', state: 'frozen' },
    { id: 'p2', itemId: 'corners-gold', project: 'corners', state: 'granted' },
    { id: 'p3', itemId: 'corners-gold', project: 'corners', state: 'granted' },
    { id: 'p4', itemId: 'other', project: 'islandm3', state: 'granted' },
  ])
  expect(await shop.consume('gold_100')).toEqual({ id: 'p2', alreadyConsumed: false })
  expect(await shop.consume('corners-gold')).toEqual({ id: 'p2', alreadyConsumed: false })
  expect(await shop.consume('p3')).toEqual({ id: 'p3', alreadyConsumed: false })
  await expect(shop.consume('hat')).rejects.toMatchObject({ code: 'UNKNOWN_PURCHASE' })
  await expect(shop.consume('p4')).rejects.toMatchObject({ code: 'UNKNOWN_PURCHASE' })
  expect(consumed).toEqual(['p2', 'p2', 'p3'])
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

test('a player whose details could not be loaded has the id of the token', () => {
  const player = {
    kind: 'player',
    userId: '',
    nickName: '',
    currentAuthType: '',
    session: '',
    deletionAt: null,
  } as const
  const payload = btoa(JSON.stringify({ sub: 'anna' })).replace(/=+$/, '')
  expect(playerForGame({ ...player, jwt: `header.${payload}.signature` }).id).toBe('anna')
  expect(playerForGame({ ...player, jwt: 'no token' }).id).toBe('')
})
