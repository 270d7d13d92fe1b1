import type { ProviderDefinition } from '../definition.ts'
import { origins, readConfig, type StripeConfig, sandboxKeys, variables } from './config.ts'

const officialScript = 'https://js.stripe.com/endive/stripe.js'

export const stripe: ProviderDefinition<StripeConfig> = {
  name: 'stripe',
  variables,
  dependentVariables: {},
  secretVariable: 'STRIPE_SECRET_KEY',
  sandboxKeys,
  readConfig,
  create: async (...given) => (await import('./index.ts')).createStripeProvider(...given),
  registerOpening: (api, open) =>
    api.handle('GET /payments/stripe/create/{id}', async ({ actor, params, query, request }) => {
      const { providerPaymentId, clientToken } = await open(actor, request, params.id, query.remember)
      return { clientSecret: clientToken, id: providerPaymentId }
    }),
  webhookPath: '/webhooks/stripe',
  minRefundMinor: 1,
  startRefusal: 'CREATE_PAYMENT_STRIPE_ERROR',
  getApiUrl: ({ apiUrl }) => apiUrl ?? 'https://api.stripe.com',
  form: {
    origins,
    toClientConfig: ({ publishableKey, scriptUrl }) => ({
      stripe: { publishableKey, scriptUrl: scriptUrl ?? officialScript },
    }),
  },
}
