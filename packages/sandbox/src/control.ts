import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { OutcomeRefused, outcomes, type PaymentProvider, type PaymentView } from './payments/emulator.ts'
import { type Faults, faultKinds } from './platform/faults.ts'
import { Problem, read } from './platform/problem.ts'

const MINUTE_MS = 60_000

const Deliveries = z.int().min(0).max(100)
const DelayMs = z
  .int()
  .min(0)
  .max(10 * MINUTE_MS)

const Order = z.strictObject({
  outcome: z.enum(outcomes),
  deliveries: Deliveries.default(1),
  delayMs: DelayMs.default(0),
  webhook: z.enum(['send', 'drop', 'forge']).default('send'),
})
const ReplayOrder = z.strictObject({
  event: z.string().default(''),
  deliveries: Deliveries.default(1),
  delayMs: DelayMs.default(0),
  ageMs: z.int().min(0).optional(),
})
const RigOrder = z.strictObject({
  amountMinor: z.int().min(1).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  shop: z.literal('other').optional(),
  mode: z.literal('live').optional(),
  hold: z.boolean().optional(),
  refunds: z.enum(['succeed', 'pend', 'fail', 'refuse']).optional(),
  receipts: z.enum(['register', 'pend', 'fail']).optional(),
  deliveries: Deliveries.optional(),
  delayMs: DelayMs.optional(),
  webhook: z.enum(['send', 'drop']).optional(),
})
const Page = z.object({ limit: z.coerce.number().int().min(1).max(100_000).optional() })

/**
 * The control API that outside checks drive; its shapes are frozen.
 * @param others  providers of something else than payments that faults may name
 */
export function controlRoutes(
  app: FastifyInstance,
  providers: PaymentProvider[],
  faults: Faults,
  others: string[],
): void {
  const Fault = z.strictObject({
    target: z
      .string()
      .refine(
        isTarget([...providers.map(({ name }) => name), ...others]),
        'must be a provider, or provider:operation',
      ),
    kind: z.preprocess((kind) => (typeof kind === 'number' ? String(kind) : kind), z.enum(faultKinds)),
    times: z.int().min(1).max(10_000).default(1),
  })

  app.get('/control/payments', (request): PaymentView[] => {
    const { limit } = read(Page, request.query)
    const listed = providers.flatMap((provider) => provider.payments(limit))
    return listed
      .sort((a, b) => b.createdAtMs - a.createdAtMs)
      .slice(0, limit)
      .map(({ view }) => view)
  })
  app.post<{ Params: { id: string } }>('/control/payments/:id', (request): PaymentView => {
    const { outcome, ...telling } = read(Order, request.body)
    return decide(request.params.id, (provider, id) => provider.decide(id, outcome, telling))
  })
  app.post<{ Params: { id: string } }>('/control/payments/:id/replay', (request): PaymentView => {
    const replay = read(ReplayOrder, request.body ?? {})
    return decide(request.params.id, (provider, id) => provider.replay(id, replay))
  })
  app.post<{ Params: { id: string } }>('/control/payments/:id/rig', (request): PaymentView => {
    const rig = read(RigOrder, request.body)
    return decide(request.params.id, (provider, id) => provider.rig(id, rig))
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

  /** An order may have been tried with several providers: its newest payment is meant. */
  function decide(id: string, order: (provider: PaymentProvider, ownId: string) => PaymentView): PaymentView {
    const [newest] = providers
      .map((provider) => ({ provider, found: provider.find(id) }))
      .flatMap(({ provider, found }) => (found ? { provider, ...found } : []))
      .sort((a, b) => b.createdAtMs - a.createdAtMs)
    if (!newest) throw new Problem(404, `No payment ${id}`)
    try {
      return order(newest.provider, newest.view.id)
    } catch (error) {
      if (error instanceof OutcomeRefused) throw new Problem(409, error.message)
      throw error
    }
  }
}

function isTarget(providers: string[]) {
  const names = new Set(providers)
  return (target: string) => names.has(target.split(':')[0] ?? '') && /^[a-z-]+(:[\w.]+)?$/.test(target)
}
