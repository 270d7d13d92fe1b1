import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { serveFiles } from '../../pages/assets.ts'
import type { Shop } from '../shop/shop.ts'
import { hearBuyer, lookAt } from './checkout.ts'

/** What YooKassa shows to buyers: the widget a shop loads, and the form inside it or on a page of its own. */
export function pageRoutes(app: FastifyInstance, shop: Shop): void {
  serveFiles(app, join(import.meta.dirname, 'browser'), {
    '/yookassa/checkout-widget.js': 'checkout-widget.js',
    '/yookassa/pay': 'pay.html',
    '/yookassa/pay.js': 'pay.js',
    '/yookassa/words.js': 'words.js',
  })
  app.get<{ Params: { token: string } }>('/yookassa/checkout/:token', ({ params }, reply) => {
    reply.header('cache-control', 'no-store')
    return lookAt(shop, params.token)
  })
  app.post<{ Params: { token: string } }>('/yookassa/checkout/:token', ({ params, body }) =>
    hearBuyer(shop, params.token, body),
  )
}
