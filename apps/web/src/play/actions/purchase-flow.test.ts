import type { Money } from '@playhub/contract/money'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { localStore, storageKeys } from '../../lib/browser/storage.ts'
import type { GameHost } from '../bridge/game-host.ts'
import type { GameShop } from './game-shop.ts'
import { createPurchaseFlow } from './purchase-flow.ts'

const purchase = { id: 'p1', itemId: 'gems', state: 'granted', createdAt: 1 } as const
const seen = { amountMinor: 15900, currency: 'RUB' } as const
const raised = { amountMinor: 19900, currency: 'RUB' } as const
const shop = {
  findItemId: async () => 'game-gems',
  getGameId: async () => 'gems',
  findPurchase: async () => purchase,
  getShownPrice: () => seen,
  forgetPrices: () => {},
} as unknown as GameShop

afterEach(() => vi.unstubAllGlobals())

/** A game whose payment ends with the status, and whose frame is removed meanwhile. */
function openGame(status: 'paid' | 'none', { usesMessages = false, buysAtNewPrice = true } = {}) {
  localStore.set(storageKeys.accessToken, 'jwt')
  onTestFinished(() => localStore.remove(storageKeys.accessToken))
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(
      url.includes('create') ? { id: 'o1' } : { paymentData: { project: 'corners' }, status: 'none' },
    ),
  )
  const steps: unknown[] = []
  const createHost = (name: string) =>
    ({
      usesMessages: () => usesMessages,
      sendPaymentResult: (result: object) => steps.push([name, result]),
    }) as unknown as GameHost
  let host: GameHost | null = createHost('before')
  const flow = createPurchaseFlow({
    project: 'corners',
    shop,
    showPayment: async () => {
      host = null
      steps.push('removed')
      return { status }
    },
    askNewPrice: async (was, now) => {
      steps.push([was.amountMinor, now.amountMinor])
      return buysAtNewPrice
    },
    host: () => host,
    restoreFrame: () => {
      steps.push('restored')
      host = createHost('after')
    },
  })
  return { flow, steps }
}

test('the restarted game learns how its purchase ended, and once it is shown gets the result', async () => {
  const { flow, steps } = openGame('paid')
  await flow.buy('gems')
  expect(flow.getResumedPurchase()).toEqual({ itemId: 'gems', status: 'paid', purchase })
  expect(steps).toEqual(['removed', 'restored'])
  flow.onShown()
  const data = { paymentId: 'o1', status: 'paid', purchaseId: null }
  expect(steps[2]).toEqual(['after', { data, errorCode: null, isReply: false }])
  expect(flow.getResumedPurchase()).toBeUndefined()
  flow.onShown()
  expect(steps).toHaveLength(3)
})

test('a game that had sent messages gets the result as one, also where its next page has the port of the SDK', async () => {
  const { flow, steps } = openGame('none', { usesMessages: true })
  await flow.buy('gems')
  expect(flow.getResumedPurchase()).toEqual({ itemId: 'gems', status: 'cancelled' })
  flow.onShown()
  expect(steps[2]).toMatchObject(['after', { data: { status: 'none' }, errorCode: 4015, isReply: true }])
})

test('an ON_BANK is answered in the restarted game', async () => {
  const { flow, steps } = openGame('paid')
  await flow.payFor('o1')
  expect(steps).toEqual(['removed', 'restored'])
  flow.onShown()
  expect(steps[2]).toMatchObject(['after', { data: { paymentId: 'o1', status: 'paid' }, isReply: true }])
})

test('a purchase that cannot be read now is pending, and the frame comes back', async () => {
  const { flow, steps } = openGame('paid')
  vi.spyOn(shop, 'findPurchase').mockRejectedValueOnce(new Error('offline'))
  await flow.buy('gems')
  expect(flow.getResumedPurchase()).toEqual({ itemId: 'gems', status: 'pending' })
  expect(steps).toContain('restored')
})

test('a payment that cannot be opened is refused in the running game', async () => {
  const { flow, steps } = openGame('paid')
  vi.stubGlobal('fetch', async () => Response.json({ code: 'PAYMENT_NOT_FOUND' }, { status: 404 }))
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, addEventListener() {} })
  await expect(flow.buy('gems')).rejects.toThrow()
  expect(steps).not.toContain('removed')
})

/** A hub that sells at this price alone. @returns the bodies of the orders */
function changePrice(price: Money): unknown[] {
  const orders: unknown[] = []
  const quote = { list: [price], price: [price], lines: [], offerIds: [], validUntil: null }
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    if (!url.includes('create')) return Response.json({ paymentData: { project: 'corners' }, status: 'none' })
    const order = JSON.parse(body ?? '')
    orders.push(order)
    if (order.expected.amountMinor === price.amountMinor) return Response.json({ id: 'o2' })
    const problem = { code: 'PRICE_CHANGED', status: 409, title: '', details: { quote } }
    return Response.json(problem, { status: 409, headers: { 'content-type': 'application/problem+json' } })
  })
  return orders
}

test('an order names the price that the game has shown, and the code', async () => {
  const { flow } = openGame('paid')
  const orders: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    orders.push(JSON.parse(body))
    return Response.json({ id: 'o1' })
  })
  await flow.buy('gems', 'SUMMER')
  expect(orders).toEqual([{ itemId: 'game-gems', expected: seen, code: 'SUMMER' }])
})

test('the player is asked before an item is ordered at another price', async () => {
  const { flow, steps } = openGame('paid')
  const orders = changePrice(raised)
  await flow.buy('gems')
  expect(orders).toMatchObject([{ expected: seen }, { expected: raised }])
  expect(steps).toEqual([[15900, 19900], 'removed', 'restored'])
})

test('a code that lowers the price asks nothing', async () => {
  const { flow, steps } = openGame('paid')
  const lowered = { amountMinor: 9900, currency: 'RUB' } as const
  const orders = changePrice(lowered)
  await flow.buy('gems', 'SUMMER')
  expect(orders).toMatchObject([
    { expected: seen, code: 'SUMMER' },
    { expected: lowered, code: 'SUMMER' },
  ])
  expect(steps).toEqual(['removed', 'restored'])
})

test('a price above the one that was seen is asked about with a code too, and a lower one without a code', async () => {
  const { flow, steps } = openGame('paid', { buysAtNewPrice: false })
  changePrice(raised)
  await flow.buy('gems', 'SUMMER')
  changePrice({ amountMinor: 9900, currency: 'RUB' })
  await flow.buy('gems')
  expect(steps.filter(Array.isArray)).toEqual([
    [15900, 19900],
    [15900, 9900],
  ])
})

test('a player who does not want the new price pays nothing, and the game stays', async () => {
  const { flow, steps } = openGame('paid', { buysAtNewPrice: false })
  const orders = changePrice(raised)
  expect(await flow.buy('gems')).toEqual({ status: 'cancelled' })
  expect(orders).toHaveLength(1)
  expect(steps).not.toContain('removed')
})

test('a code that does not exist is refused to the game', async () => {
  const { flow } = openGame('paid')
  vi.stubGlobal('fetch', async () => Response.json({ code: 'CODE_USED' }, { status: 409 }))
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, addEventListener() {} })
  await expect(flow.buy('gems', 'OLD')).rejects.toMatchObject({ code: 'UNKNOWN_CODE' })
})
