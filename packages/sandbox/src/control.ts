import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Faults, faultKinds } from './faults.ts'
import { OutcomeRefused, outcomes, type PaymentProvider, type PaymentView } from './payments.ts'
import { Problem, read } from './problem.ts'

const MINUTE_MS = 60_000

const Order = z.strictObject({
  outcome: z.enum(outcomes),
  deliveries: z.int().min(0).max(100).default(1),
  delayMs: z
    .int()
    .min(0)
    .max(10 * MINUTE_MS)
    .default(0),
  webhook: z.enum(['send', 'drop', 'forge']).default('send'),
})
const Page = z.object({ limit: z.coerce.number().int().min(1).max(100_000).optional() })

/** The control API that outside checks drive; its shapes are frozen. */
export function controlRoutes(app: FastifyInstance, providers: PaymentProvider[], faults: Faults): void {
  const Fault = z.strictObject({
    target: z.string().refine(isTarget(providers), 'must be a provider, or provider:operation'),
    kind: z.preprocess((kind) => (typeof kind === 'number' ? String(kind) : kind), z.enum(faultKinds)),
    times: z.int().min(1).max(10_000).default(1),
  })

  app.get('/control/payments', (request): PaymentView[] => {
    const { limit } = read(Page, request.query)
    return providers.flatMap((provider) => provider.payments(limit))
  })
  app.post<{ Params: { id: string } }>('/control/payments/:id', (request): PaymentView => {
    const { outcome, ...telling } = read(Order, request.body)
    return decide(request.params.id, (provider, id) => provider.decide(id, outcome, telling))
  })
  app.get('/control/faults', () => faults.waiting())
  app.post('/control/faults', (request) => {
    const fault = read(Fault, request.body)
    faults.order(fault)
    return fault
  })
  app.delete('/control/faults', (_request, reply) => {
    faults.clear()
    return reply.code(204).send()
  })

  function decide(
    id: string,
    ask: (provider: PaymentProvider, id: string) => PaymentView | undefined,
  ): PaymentView {
    try {
      for (const provider of providers) {
        const view = ask(provider, id)
        if (view) return view
      }
    } catch (error) {
      if (error instanceof OutcomeRefused) throw new Problem(409, error.message)
      throw error
    }
    throw new Problem(404, `No payment ${id}`)
  }
}

function isTarget(providers: PaymentProvider[]) {
  const names = new Set(providers.map(({ name }) => name))
  return (target: string) => names.has(target.split(':')[0] ?? '') && /^[a-z-]+(:[\w.]+)?$/.test(target)
}
