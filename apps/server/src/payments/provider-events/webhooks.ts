import { type PaymentProvider, paymentProviders } from '@playhub/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { receiveDelivery } from './receive.ts'

/** Yandex Pay puts `/v1/webhook` behind the address that it is given. */
const paths: Record<PaymentProvider, string> = {
  stripe: '/webhooks/stripe',
  yookassa: '/webhooks/yookassa',
  'yandex-pay': '/webhooks/yandex-pay/v1/webhook',
}

/**
 * Where the providers call. A signature covers the very bytes, so bodies stay unparsed here. YooKassa and Yandex Pay
 * take nothing but a 200 for a yes; the body is Yandex Pay's, the others read none.
 */
export function registerWebhooks(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const name of paymentProviders) {
      const provider = deps.providers[name]
      if (!provider) continue
      scope.post<{ Body: Buffer | undefined }>(paths[name], async ({ body, headers, ip }) => {
        await receiveDelivery(deps, provider, { raw: body ?? Buffer.alloc(0), headers, from: ip })
        return { status: 'success' }
      })
    }
  })
}
