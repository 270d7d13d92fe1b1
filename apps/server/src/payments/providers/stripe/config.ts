import type { Origins } from '../definition.ts'
import { type Environment, key, readKeys } from '../settings.ts'

export type StripeConfig = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Null: Stripe's own host. */
  apiUrl: string | null
  /** Replaces Stripe's browser script; null in production. */
  scriptUrl: string | null
}

export const variables = {
  STRIPE_SECRET_KEY: key('Stripe', 'The secret or a restricted key of the API.'),
  STRIPE_PUBLISHABLE_KEY: key('Stripe', 'The publishable key, used by the payment form.'),
  STRIPE_WEBHOOK_SECRET: key('Stripe', 'The signing secret of the webhook endpoint.'),
}

/** The sandbox's keys; not valid anywhere else. */
export const sandboxKeys = {
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_sandbox_stripe',
}

export function readConfig(env: Environment, sandboxUrl: string | null): StripeConfig | null {
  const keys = readKeys(env, 'Stripe', [
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ])
  return (
    keys && {
      secretKey: keys.STRIPE_SECRET_KEY,
      publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
      apiUrl: sandboxUrl,
      scriptUrl: sandboxUrl && `${sandboxUrl}/stripe/stripe.js`,
    }
  )
}

/**
 * Includes Link's hosts, which the Payment Element offers by itself.
 * @see https://docs.stripe.com/security/guide#content-security-policy
 */
export const origins: Origins = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
    'https://link.com',
    'https://*.link.com',
  ],
  connections: ['https://api.stripe.com', 'https://link.com', 'https://*.link.com'],
  images: ['https://*.stripe.com', 'https://*.link.com'],
}
