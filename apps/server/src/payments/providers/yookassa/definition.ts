import type { ProviderDefinition } from '../definition.ts'
import { fiscalDependents } from '../settings.ts'
import { origins, readConfig, sandboxKeys, variables, type YooKassaConfig } from './config.ts'

export const yookassa: ProviderDefinition<YooKassaConfig> = {
  name: 'yookassa',
  variables,
  dependentVariables: {
    YOOKASSA_SHOP_ID: ['YOOKASSA_NETWORKS', 'YOOKASSA_RECEIPT_VAT'],
    ...fiscalDependents('YOOKASSA', { hasZone: true }),
  },
  secretVariable: 'YOOKASSA_SECRET_KEY',
  sandboxKeys,
  readConfig,
  create: async (...given) => (await import('./index.ts')).createYooKassaProvider(...given),
  registerOpening: (api, open) =>
    api.handle('GET /payments/yookassa/create/{id}', async ({ actor, params, query, request }) => {
      const { clientToken } = await open(actor, request, params.id, query.remember)
      return { data: { confirmationToken: clientToken } }
    }),
  webhookPath: '/webhooks/yookassa',
  minRefundMinor: 100,
  startRefusal: 'PROVIDER_UNAVAILABLE',
  getApiUrl: ({ apiUrl }) => apiUrl,
  form: { origins, toClientConfig: ({ scriptUrl }) => ({ yookassa: { scriptUrl } }) },
}
