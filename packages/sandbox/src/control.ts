import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  newestFirst,
  outcomes,
  type PaymentDetails,
  type PaymentEmulator,
  type PaymentView,
} from './payments/emulator.ts'
import { type Faults, faultKinds } from './platform/faults.ts'
import { Problem, parseInput } from './platform/problem.ts'

const MINUTE_MS = 60_000

const Deliveries = z.int().min(0).max(100)
const DelayMs = z
  .int()
  .min(0)
  .max(10 * MINUTE_MS)

const OutcomeRequest = z.strictObject({
  outcome: z.enum(outcomes),
  deliveries: Deliveries.default(1),
  delayMs: DelayMs.default(0),
  webhook: z.enum(['send', 'drop', 'forge']).default('send'),
})
const ReplayRequest = z.strictObject({
  event: z.string().default(''),
  deliveries: Deliveries.default(1),
  delayMs: DelayMs.default(0),
  ageMs: z.int().min(0).optional(),
})
const OverridesRequest = z.strictObject({
  amountMinor: z.int().min(1).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  shop: z.literal('other').optional(),
  mode: z.literal('live').optional(),
  hold: z.boolean().optional(),
  refunds: z.enum(['succeed', 'pend', 'fail', 'refuse']).optional(),
  receipts: z.enum(['register', 'pend', 'fail', 'refuse']).optional(),
  savedMethod: z.literal('revoked').optional(),
  deliveries: Deliveries.optional(),
  delayMs: DelayMs.optional(),
  webhook: z.enum(['send', 'drop']).optional(),
})
const Page = z.object({ limit: z.coerce.number().int().min(1).max(100_000).optional() })

/**
 * The control API. Its shapes are frozen: checks outside this repository use it.
 * @param identityProviders  further targets of faults, besides the payment emulators
 */
export function controlRoutes(
  app: FastifyInstance,
  emulators: PaymentEmulator[],
  faults: Faults,
  identityProviders: string[],
): void {
  const providers = [...emulators.map(({ name }) => name), ...identityProviders]
  const Fault = z.strictObject({
    target: z.string().refine(createTargetCheck(providers), 'must be a provider, or provider:operation'),
    kind: z.preprocess((kind) => (typeof kind === 'number' ? String(kind) : kind), z.enum(faultKinds)),
    times: z.int().min(1).max(10_000).default(1),
  })

  app.get('/control/payments', (request): PaymentView[] => {
    const { limit } = parseInput(Page, request.query)
    const payments = emulators.flatMap((emulator) => emulator.list(limit))
    return newestFirst(payments).slice(0, limit).map(toView)
  })
  app.post<{ Params: { id: string } }>('/control/payments/:id', ({ params, body }): PaymentView => {
    const { outcome, ...delivery } = parseInput(OutcomeRequest, body)
    return change(params.id, (emulator, id) => emulator.applyOutcome(id, outcome, delivery))
  })
  app.post<{ Params: { id: string } }>('/control/payments/:id/replay', ({ params, body }): PaymentView => {
    const replay = parseInput(ReplayRequest, body ?? {})
    return change(params.id, (emulator, id) => emulator.replayWebhook(id, replay))
  })
  app.post<{ Params: { id: string } }>('/control/payments/:id/rig', ({ params, body }): PaymentView => {
    const overrides = parseInput(OverridesRequest, body)
    return change(params.id, (emulator, id) => emulator.override(id, overrides))
  })
  app.get('/control/faults', () => faults.pending())
  app.post('/control/faults', (request) => {
    const fault = parseInput(Fault, request.body)
    faults.inject(fault)
    return fault
  })
  app.delete('/control/faults', (_request, reply) => {
    faults.clear()
    return reply.code(204).send()
  })

  /** One hub payment may have attempts at several providers: the newest one changes. */
  function change(id: string, run: (emulator: PaymentEmulator, ownId: string) => void): PaymentView {
    const [newest] = newestFirst(emulators.flatMap((emulator) => emulator.find(id) ?? []))
    const emulator = emulators.find(({ name }) => name === newest?.provider)
    if (!newest || !emulator) throw new Problem(404, `No payment ${id}`)
    run(emulator, newest.id)
    return toView(emulator.find(newest.id) ?? newest)
  }
}

function toView(payment: PaymentDetails): PaymentView {
  const { provider, id, hubPaymentId, amountMinor, currency, status } = payment
  return { provider, id, hubPaymentId, amountMinor, currency, status }
}

function createTargetCheck(providers: string[]) {
  const names = new Set(providers)
  return (target: string) => names.has(target.split(':')[0] ?? '') && /^[a-z-]+(:[\w.]+)?$/.test(target)
}
