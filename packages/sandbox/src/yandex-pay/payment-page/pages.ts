import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { serveFiles } from '../../pages/assets.ts'
import type { Merchant } from '../merchant/merchant.ts'
import { hearBuyer, lookAt } from './checkout.ts'

/** The page behind `paymentUrl`, and the one lever that has no place in the control API of every provider. */
export function pageRoutes(app: FastifyInstance, merchant: Merchant): void {
  serveFiles(app, join(import.meta.dirname, 'browser'), {
    '/yandex-pay/pay': 'pay.html',
    '/yandex-pay/pay.js': 'pay.js',
    '/yandex-pay/words.js': 'words.js',
  })
  app.get<{ Params: { token: string } }>('/yandex-pay/checkout/:token', ({ params }, reply) => {
    reply.header('cache-control', 'no-store')
    return lookAt(merchant, params.token)
  })
  app.post<{ Params: { token: string } }>('/yandex-pay/checkout/:token', ({ params, body }) =>
    hearBuyer(merchant, params.token, body),
  )
  app.post('/control/yandex-pay/rotate-key', () => {
    const kid = merchant.keys.rotate()
    merchant.place.changed()
    return { kid }
  })
}
