import { authMethods, type ClientConfig } from '@playhub/contract'
import type { Catalogue } from '../catalogue/index.ts'
import type { Config } from '../config.ts'

const stripeScript = 'https://js.stripe.com/endive/stripe.js'

/** What every page tells its client about this hub. */
export function clientConfig(config: Config, catalogue: Catalogue, tenant: string): ClientConfig {
  const { operator } = catalogue.content().hub
  const { company, address, supportEmail } = operator
  const { stripe, yookassa } = config.payments
  return {
    tenant,
    origin: config.http.publicUrl,
    developmentOrigins: config.mode === 'sandbox' ? [config.gamesUrl] : [],
    authMethods: authMethods.filter((method) => method === 'mail' || config.identity[method] !== null),
    ...(stripe && {
      stripe: { publishableKey: stripe.publishableKey, scriptUrl: stripe.scriptUrl ?? stripeScript },
    }),
    ...(yookassa && { yookassa: { scriptUrl: yookassa.scriptUrl } }),
    operator: { company, address, supportEmail },
    isSandbox: config.mode === 'sandbox',
  }
}
