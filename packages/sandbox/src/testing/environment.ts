import Stripe from 'stripe'
import { type Sandbox, type SandboxOptions, startSandbox } from '../index.ts'
import { SECRET_KEY, WEBHOOK_SECRET } from '../stripe/model/constants.ts'
import { type StandInHub, startStandInHub } from './hub.ts'

export interface TestWorld {
  sandbox: Sandbox
  hub: StandInHub
  stripe: Stripe
  /** The events the hub was sent so far, their signatures checked by Stripe's own library. */
  events(): Stripe.Event[]
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer and fails on what it does not find
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; type: string; body: any }>
  close(): Promise<void>
}

/** A sandbox and a stand-in hub on free ports, with Stripe's real library pointed at it. */
export async function startWorld(options: Partial<SandboxOptions> = {}): Promise<TestWorld> {
  const hub = await startStandInHub()
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, hubUrl: hub.url, ...options })
  const stripe = stripeAt(sandbox.url)
  return {
    sandbox,
    hub,
    stripe,
    events: () =>
      hub.received.map(({ body, headers }) =>
        stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', WEBHOOK_SECRET),
      ),
    ask: (method, path, body) => ask(sandbox.url, method, path, body),
    async close() {
      await sandbox.close()
      await hub.close()
    },
  }
}

export function stripeAt(url: string, key = SECRET_KEY): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 })
}

async function ask(url: string, method: string, path: string, body?: unknown) {
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
