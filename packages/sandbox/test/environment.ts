import Stripe from 'stripe'
import { type Sandbox, type SandboxOptions, startSandbox } from '../src/index.ts'
import { type StandInHub, startStandInHub } from './hub.ts'

export interface Environment {
  sandbox: Sandbox
  hub: StandInHub
  stripe: Stripe
  /** The Stripe events received so far. Stripe's own library verifies their signatures. */
  events(): Stripe.Event[]
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  request(method: string, path: string, body?: unknown): Promise<{ status: number; type: string; body: any }>
  close(): Promise<void>
}

/** A sandbox and a stand-in hub on free ports, with Stripe's real library pointed at it. */
export async function startEnvironment(options: Partial<SandboxOptions> = {}): Promise<Environment> {
  const hub = await startStandInHub()
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, hubUrl: hub.url, ...options })
  const stripe = stripeAt(sandbox.url)
  return {
    sandbox,
    hub,
    stripe,
    events: () =>
      hub.received.map(({ body, headers }) =>
        stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', 'whsec_sandbox_stripe'),
      ),
    request: (method, path, body) => request(sandbox.url, method, path, body),
    async close() {
      await sandbox.close()
      await hub.close()
    },
  }
}

export function stripeAt(url: string, key = 'sk_test_sandbox'): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 })
}

async function request(url: string, method: string, path: string, body?: unknown) {
  const response = await fetch(url + path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  const type = response.headers.get('content-type')?.split(';')[0] ?? ''
  return { status: response.status, type, body: type.endsWith('json') ? JSON.parse(text) : text }
}
