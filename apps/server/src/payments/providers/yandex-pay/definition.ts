import type { ProviderDefinition } from '../definition.ts'
import { fiscalDependents } from '../settings.ts'
import { readConfig, sandboxKeys, variables, type YandexPayConfig } from './config.ts'

export const yandexPay: ProviderDefinition<YandexPayConfig> = {
  name: 'yandex-pay',
  variables,
  dependentVariables: {
    YANDEX_PAY_MERCHANT_ID: ['YANDEX_PAY_URL', 'YANDEX_PAY_RECEIPT_VAT'],
    ...fiscalDependents('YANDEX_PAY'),
  },
  secretVariable: 'YANDEX_PAY_API_KEY',
  sandboxKeys,
  readConfig,
  create: async (...given) => (await import('./index.ts')).createYandexPayProvider(...given),
  registerOpening: (api, open) =>
    api.handle('POST /payments/yandex-pay/create', async ({ actor, body, request }) => {
      const { clientToken } = await open(actor, request, body.paymentId)
      return { code: 200, status: 'success', data: { paymentUrl: clientToken } }
    }),
  /** Yandex Pay appends `/v1/webhook` to its configured callback URL. */
  webhookPath: '/webhooks/yandex-pay/v1/webhook',
  minRefundMinor: 100,
  startRefusal: 'PROVIDER_UNAVAILABLE',
  getApiUrl: ({ apiUrl }) => apiUrl,
  form: null,
}
