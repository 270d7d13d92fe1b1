import { z } from 'zod'
import { Problem, read } from '../../platform/problem.ts'
import type { Merchant } from '../merchant/merchant.ts'
import { YandexPayFailure } from '../model/errors.ts'
import { declineOrder, payOrder } from '../model/order.ts'
import type { Order } from '../model/records.ts'

const Deed = z.strictObject({ deed: z.enum(['pay', 'decline']) })

/** What the payment page knows of an order. */
interface CheckoutView {
  status: Order['status']
  amountMinor: number
  currency: string
  items: { title: string; count: string; totalMinor: number }[]
  urls: Order['urls']
}

/** @throws Problem  404 for a token nobody was given */
export function lookAt(merchant: Merchant, token: string): CheckoutView {
  const { status, amountMinor, currency, items, urls } = find(merchant, token)
  return {
    status,
    amountMinor,
    currency,
    items: items.map(({ title, count, totalMinor }) => ({ title, count, totalMinor })),
    urls,
  }
}

/** The buyer does something on the page. @throws Problem  when it is not the time for it */
export function hearBuyer(merchant: Merchant, token: string, body: unknown): CheckoutView {
  const { deed } = read(Deed, body)
  const order = find(merchant, token)
  const nowMs = merchant.place.now()
  try {
    merchant.apply(deed === 'pay' ? payOrder(order, nowMs) : declineOrder(order, nowMs))
  } catch (error) {
    if (error instanceof YandexPayFailure) throw new Problem(409, error.message)
    throw error
  }
  return lookAt(merchant, token)
}

function find(merchant: Merchant, token: string): Order {
  const order = merchant.ledger.orderOfToken(token)
  if (!order) throw new Problem(404, 'No such order')
  return order
}
