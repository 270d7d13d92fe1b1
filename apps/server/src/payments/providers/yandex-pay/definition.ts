import type { ProviderDefinition } from '../definition.ts'
import { readConfig, sandboxKeys, variables, type YandexPayConfig } from './config.ts'
import { createYandexPayProvider } from './index.ts'

export const yandexPay: ProviderDefinition<YandexPayConfig> = {
  name: 'yandex-pay',
  label: 'Yandex Pay',
  variables,
  sandboxKeys,
  readConfig,
  create: createYandexPayProvider,
  /** Yandex Pay appends `/v1/webhook` to the callback URL that it is configured with. */
  webhookPath: '/webhooks/yandex-pay/v1/webhook',
  minRefundMinor: 100,
  startRefusal: 'PROVIDER_UNAVAILABLE',
  getApiUrl: ({ apiUrl }) => apiUrl,
  form: null,
}
