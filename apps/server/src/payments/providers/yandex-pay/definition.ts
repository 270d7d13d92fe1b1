import type { ProviderDefinition } from '../definition.ts'
import { fiscalDependents } from '../settings.ts'
import { readConfig, sandboxKeys, variables, type YandexPayConfig } from './config.ts'

export const yandexPay: ProviderDefinition<YandexPayConfig> = {
  name: 'yandex-pay',
  label: 'Yandex Pay',
  variables,
  dependentVariables: {
    YANDEX_PAY_MERCHANT_ID: ['YANDEX_PAY_URL', 'YANDEX_PAY_RECEIPT_VAT'],
    ...fiscalDependents('YANDEX_PAY'),
  },
  secretVariable: 'YANDEX_PAY_API_KEY',
  sandboxKeys,
  readConfig,
  create: async (...given) => (await import('./index.ts')).createYandexPayProvider(...given),
  /** Yandex Pay appends `/v1/webhook` to the callback URL that it is configured with. */
  webhookPath: '/webhooks/yandex-pay/v1/webhook',
  minRefundMinor: 100,
  startRefusal: 'PROVIDER_UNAVAILABLE',
  getApiUrl: ({ apiUrl }) => apiUrl,
  form: null,
}
