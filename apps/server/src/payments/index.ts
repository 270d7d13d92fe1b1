import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Api } from '../platform/api.ts'
import { ownSecret } from '../platform/secrets.ts'
import { defineDeliveryJobs } from './deliveries.ts'
import { seedHistory } from './demo-history.ts'
import type { Deps, PaymentNeeds } from './deps.ts'
import { defineNoticeJobs } from './notices.ts'
import type { Providers } from './providers/provider.ts'
import { createStripeProvider } from './providers/stripe/index.ts'
import { registerReceiptFiles } from './receipt-files.ts'
import { createPress } from './receipt-press.ts'
import { defineReceiptJobs } from './receipts.ts'
import { defineReconciliationJobs, startReconciling } from './reconciliation.ts'
import { registerPaymentRoutes } from './routes.ts'
import { defineSettlementJobs } from './settlement.ts'
import { registerWebhooks } from './webhooks.ts'

export { paymentMigrations } from './tables.ts'

export type Payments = {
  /** @param scope  The part of the app below `/api`, for what is no call of the contract. */
  registerRoutes(api: Api, scope: FastifyInstance): void
  registerWebhooks(app: FastifyInstance): void
  /** Plans the settling of what happened while the hub was away, and the rounds that follow. */
  start(): Promise<void>
  /** Gives the demo player something to look at. */
  seedHistory(playerId: string): Promise<void>
}

export async function createPayments(needs: PaymentNeeds): Promise<Payments> {
  const deps: Deps = {
    ...needs,
    providers: providersIn(needs.config),
    press: createPress(),
    linkSecret: await ownSecret(needs.db, 'receipt-links'),
  }
  defineSettlementJobs(deps)
  defineDeliveryJobs(deps)
  defineNoticeJobs(deps)
  defineReceiptJobs(deps)
  defineReconciliationJobs(deps)
  return {
    registerRoutes: (api, scope) => {
      registerPaymentRoutes(api, deps)
      registerReceiptFiles(scope, deps)
    },
    registerWebhooks: (app) => registerWebhooks(app, deps),
    start: () => startReconciling(deps),
    seedHistory: (playerId) => seedHistory(deps, playerId),
  }
}

function providersIn({ stripe }: Config): Providers {
  return stripe ? { stripe: createStripeProvider(stripe) } : {}
}
