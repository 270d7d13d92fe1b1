/** Offers as a page sees them: the browser's calls about a player's prices and gifts are answered here. */
import type { PriceItem } from '@playhub/contract'
import type { Quote } from '@playhub/contract/offers/shapes'
import type { Page, Route } from 'playwright-core'

export type OfferResponses = {
  prices: PriceItem[]
  /** What a right code changes. */
  withCode?: (prices: PriceItem[]) => PriceItem[]
  gifts?: { offerId: string; items: { id: string; quantity: number }[]; availableAt: number | null }[]
}

/** The only right code. */
export const rightCode = 'SUMMER'

/** @returns the bodies of claimed gifts; the responses may be changed */
export async function answerOffers(page: Page, responses: OfferResponses): Promise<unknown[]> {
  const claimed: unknown[] = []
  await page.route('**/api/offers/prices', (route) => {
    const { code } = route.request().postDataJSON()
    if (code !== undefined && code !== rightCode) return refuse(route, 404, 'CODE_NOT_FOUND')
    const { prices, withCode = (rows: PriceItem[]) => rows } = responses
    const rows = code === undefined ? prices : withCode(prices)
    return answer(
      route,
      rows.map((row) => ({ ...row, takesCode: responses.withCode !== undefined })),
    )
  })
  await page.route('**/api/offers/gifts?*', (route) =>
    answer(
      route,
      (responses.gifts ?? []).map((gift) => ({ ...gift, until: null })),
    ),
  )
  await page.route('**/api/offers/gifts/claim', (route) => {
    claimed.push(route.request().postDataJSON())
    return answer(route, { purchases: [{ id: 'gift', itemId: 'islandm3-hints' }] })
  })
  return claimed
}

/** Refuses the next call of a route because the price has changed. */
export async function changePrice(page: Page, url: string, price: Quote['price']): Promise<void> {
  const quote: Quote = { list: price, price, lines: [], offerIds: [], validUntil: null }
  await page.route(url, (route) => refuse(route, 409, 'PRICE_CHANGED', { quote }), { times: 1 })
}

const answer = (route: Route, result: unknown) => route.fulfill({ json: { data: { result } } })

const refuse = (route: Route, status: number, code: string, details = {}) =>
  route.fulfill({
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ code, status, title: code, details }),
  })
