import type { FastifyInstance } from 'fastify'
import type { Keeper } from '../platform/context.ts'
import type { PaymentProvider } from './emulator.ts'

/** A payment company as the sandbox starts, saves and ends it. */
export interface Company {
  payments: PaymentProvider
  keeper: Keeper
  routes(app: FastifyInstance): void
  close(): void
}
