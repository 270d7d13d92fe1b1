import type { ProviderDefinition } from '../definition.ts'
import { fiscalDependents } from '../settings.ts'
import { origins, readConfig, sandboxKeys, variables, type YooKassaConfig } from './config.ts'

export const yookassa: ProviderDefinition<YooKassaConfig> = {
  name: 'yookassa',
  label: 'YooKassa',
  variables,
  dependentVariables: {
    YOOKASSA_SHOP_ID: ['YOOKASSA_NETWORKS', 'YOOKASSA_RECEIPT_VAT'],
    ...fiscalDependents('YOOKASSA'),
  },
  secretVariable: 'YOOKASSA_SECRET_KEY',
  sandboxKeys,
  readConfig,
  create: async (...given) => (await import('./index.ts')).createYooKassaProvider(...given),
  webhookPath: '/webhooks/yookassa',
  minRefundMinor: 100,
  startRefusal: 'PROVIDER_UNAVAILABLE',
  getApiUrl: ({ apiUrl }) => apiUrl,
  form: { origins, toClientConfig: ({ scriptUrl }) => ({ yookassa: { scriptUrl } }) },
}
