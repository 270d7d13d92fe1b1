import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { serveFiles } from '../../pages/assets.ts'
import { Problem, parseInput } from '../../platform/problem.ts'
import type { Merchant } from '../merchant/merchant.ts'
import { declineOrder, payOrder } from '../model/order.ts'
import type { Order } from '../model/records.ts'

const BuyerAction = z.strictObject({ action: z.enum(['pay', 'decline']) })

/** The page at `paymentUrl`, and Yandex Pay's own control call. */
export function pageRoutes(app: FastifyInstance, merchant: Merchant): void {
  const { context, orders, keys } = merchant
  serveFiles(app, join(import.meta.dirname, 'browser'), {
    '/yandex-pay/pay': 'pay.html',
    '/yandex-pay/pay.js': 'pay.js',
    '/yandex-pay/messages.js': 'messages.js',
  })
  app.get<{ Params: { token: string } }>('/yandex-pay/checkout/:token', ({ params }, reply) => {
    reply.header('cache-control', 'no-store')
    return checkoutView(find(params.token))
  })
  app.post<{ Params: { token: string } }>('/yandex-pay/checkout/:token', ({ params, body }) => {
    const change = parseInput(BuyerAction, body).action === 'pay' ? payOrder : declineOrder
    merchant.apply(change(find(params.token), context.now()))
    return checkoutView(find(params.token))
  })
  app.post('/control/yandex-pay/rotate-key', () => {
    const kid = keys.rotate()
    context.stateChanged()
    return { kid }
  })

  function find(token: string): Order {
    const order = orders.findBy('token', token)
    if (!order) throw new Problem(404, 'No such order')
    return order
  }
}

/** Content of the payment page. */
function checkoutView({ status, amountMinor, currency, items, urls }: Order) {
  const shownItems = items.map(({ title, count, totalMinor }) => ({ title, count, totalMinor }))
  return { status, amountMinor, currency, items: shownItems, urls }
}
