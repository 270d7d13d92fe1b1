import { Stripe } from 'stripe'

export type SandboxPayment = {
  provider: string
  id: string
  hubPaymentId: string | null
  amountMinor: number
  currency: string
  status: string
}

type Outcome = {
  outcome: 'succeed' | 'decline' | 'abandon' | 'refund' | 'dispute'
  deliveries?: number
  webhook?: 'send' | 'drop' | 'forge'
}

/** Client for the sandbox's control API. */
export function sandboxControl(sandboxUrl: string) {
  async function request(path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${sandboxUrl}${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })
    if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`)
    return response.json()
  }

  return {
    request,
    payments: () => request('/control/payments') as Promise<SandboxPayment[]>,
    /** Decides a payment at its provider. Sends no event by default. */
    decide: (id: string, outcome: Partial<Outcome> = {}) =>
      request(`/control/payments/${id}`, { outcome: 'succeed', webhook: 'drop', ...outcome }),
    rig: (id: string, rig: object) => request(`/control/payments/${id}/rig`, rig),
    replay: (id: string, replay: object = {}) => request(`/control/payments/${id}/replay`, replay),
    fault: (target: string, kind: string, times = 1) => request('/control/faults', { target, kind, times }),
    clearFaults: () => fetch(`${sandboxUrl}/control/faults`, { method: 'DELETE' }),
  }
}

/** A Stripe client with the sandbox's keys. */
export function stripeAt(sandboxUrl: string): Stripe {
  const { hostname, port } = new URL(sandboxUrl)
  return new Stripe('sk_test_sandbox', { host: hostname, port, protocol: 'http', telemetry: false })
}
