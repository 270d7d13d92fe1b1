import { Stripe } from 'stripe'

/** The sandbox's Stripe, as somebody with its keys uses it. */
export function stripeAt(sandboxUrl: string): Stripe {
  const { hostname, port } = new URL(sandboxUrl)
  return new Stripe('sk_test_sandbox', { host: hostname, port, protocol: 'http', telemetry: false })
}
