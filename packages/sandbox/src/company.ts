import type { FastifyInstance } from 'fastify'
import type { PaymentProvider } from './payments.ts'
import type { Keeper } from './place.ts'

/** A payment company as the sandbox starts, saves and ends it. */
export interface Company {
  payments: PaymentProvider
  keeper: Keeper
  routes(app: FastifyInstance): void
  close(): void
}
