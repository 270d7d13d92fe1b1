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

/** The sandbox's control API. */
export function sandboxControl(sandboxUrl: string) {
  async function ask(path: string, body?: unknown): Promise<unknown> {
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
    ask,
    payments: () => ask('/control/payments') as Promise<SandboxPayment[]>,
    /** What happens at a provider. No webhook is sent unless asked for. */
    decide: (id: string, outcome: Partial<Outcome> = {}) =>
      ask(`/control/payments/${id}`, { outcome: 'succeed', webhook: 'drop', ...outcome }),
    rig: (id: string, rig: object) => ask(`/control/payments/${id}/rig`, rig),
    replay: (id: string, replay: object = {}) => ask(`/control/payments/${id}/replay`, replay),
    fault: (target: string, kind: string, times = 1) => ask('/control/faults', { target, kind, times }),
    clearFaults: () => fetch(`${sandboxUrl}/control/faults`, { method: 'DELETE' }),
  }
}
