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
      validUntil: expect.any(String),
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
    if (!id) return Response.json({ data: { result: url.includes('prices') ? items : owned } })
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

/** Rows of a sale that ends in a second, and of a bundle. */
const saleRows = (now: number): PriceItem[] => [
  {
    ...item,
    gameId: 'hints',
    saleState: 'onSale',
    enAmountMinor: 79,
    listEnValue: 0.99,
    endsAt: new Date(now + 9_000).toISOString(),
    validUntil: new Date(now + 5_000).toISOString(),
  },
  {
    ...item,
    id: 'islandm3-pack',
    saleState: 'onSale',
    contains: [{ id: 'islandm3-hints', quantity: 3 }],
    worthEnValue: 2.97,
  },
]

test('a game reads the price before a reduction, its end, and what a bundle holds by its own ids', async () => {
  vi.stubGlobal('window', { location: { origin: 'https://hub.example' } })
  vi.stubGlobal('fetch', async () => Response.json({ data: { result: saleRows(0) } }))
  const [sold, pack] = await createGameShop('islandm3', () => undefined).catalog('en')
  expect(sold).toMatchObject({
    price: { amountMinor: 79, formatted: '$0.79' },
    listPrice: { amountMinor: 99, currency: 'USD', formatted: '$0.99' },
    endsAt: '1970-01-01T00:00:09.000Z',
    validUntil: '1970-01-01T00:00:05.000Z',
  })
  expect(pack).toMatchObject({ contains: [{ id: 'hints', quantity: 3 }] })
  expect(pack).not.toHaveProperty('listPrice')
  expect(pack).not.toHaveProperty('endsAt')
})

test('prices are read again once an offer has begun or ended, and when another player plays', async () => {
  vi.useFakeTimers({ now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  vi.stubGlobal('window', { location: { origin: 'https://hub.example' } })
  const urls: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url)
    return Response.json({ data: { result: saleRows(0) } })
  })
  const shop = createGameShop('islandm3', () => undefined)
  await shop.catalog('en')
  await shop.catalog('en')
  expect(urls).toEqual(['/api/control/get-prices?project=islandm3'])
  vi.setSystemTime(5_000)
  await shop.catalog('en')
  expect(urls).toHaveLength(2)
  localStore.set(storageKeys.accessToken, 'jwt')
  onTestFinished(() => localStore.remove(storageKeys.accessToken))
  await shop.catalog('en')
  expect(urls[2]).toBe('/api/offers/prices')
  shop.forgetPrices()
  await shop.catalog('en')
  expect(urls).toHaveLength(4)
})

test('a hub that refuses the prices of the player gives those of everybody', async () => {
  vi.stubGlobal('window', { location: { origin: 'https://hub.example' } })
  localStore.set(storageKeys.accessToken, 'jwt')
  onTestFinished(() => localStore.remove(storageKeys.accessToken))
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('offers')
      ? Response.json({ code: 'TOO_MANY_REQUESTS', status: 429, title: '' }, { status: 429 })
      : Response.json({ data: { result: [{ ...item, saleState: 'onSale' }] } }),
  )
  expect(await createGameShop('islandm3', () => undefined).catalog('en')).toHaveLength(1)
})

test('a claimed gift becomes purchases with the ids of the game, and a guest claims none', async () => {
  const { shop } = openPortalShop()
  const read = fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    url.includes('claim')
      ? Response.json({ data: { result: { purchases: [{ id: 'p9', itemId: 'corners-gold' }] } } })
      : read(url, init),
  )
  expect(await shop.claimGift('daily')).toMatchObject([{ id: 'p9', itemId: 'gold_100', state: 'granted' }])
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'LIMIT_REACHED', status: 409, title: '' }, { status: 409 }),
  )
  await expect(shop.claimGift('daily')).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
  localStore.remove(storageKeys.accessToken)
  await expect(shop.claimGift('daily')).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
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
