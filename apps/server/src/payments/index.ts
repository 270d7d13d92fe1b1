import type { FastifyInstance } from 'fastify'
import type { Db } from '../platform/database/database.ts'
import type { Api } from '../platform/http/api.ts'
import { loadOrCreateSecret } from '../platform/keys/secrets.ts'
import { seedHistory } from './demo/seed-history.ts'
import type { Deps, PaymentNeeds } from './deps.ts'
import { defineWebhookJobs } from './game-webhooks/dispatcher.ts'
import { orderOf } from './ledger/owned-order.ts'
import { projectMigrations } from './ledger/project-tables.ts'
import { refundMigrations } from './ledger/refund-tables.ts'
import { type OrderRow, orderMigrations } from './ledger/tables.ts'
import { releaseAllWebhooks } from './ledger/webhook-store.ts'
import { webhookMigrations } from './ledger/webhook-tables.ts'
import type { Providers } from './provider.ts'
import { defineDeliveryJobs } from './provider-events/receive.ts'
import { registerWebhooks } from './provider-events/webhooks.ts'
import { createProviders } from './providers/index.ts'
import { press } from './receipts/pdf-worker-pool.ts'
import { registerReceiptFiles } from './receipts/receipt-files.ts'
import { defineReceiptJobs } from './receipts/receipts.ts'
import { defineAuditJobs } from './reconciliation/audit.ts'
import { defineReconciliationJobs, startReconciling } from './reconciliation/rounds.ts'
import { defineDisputeJobs } from './refunds/disputes.ts'
import { defineRefundJobs } from './refunds/process-refund.ts'
import { defineRefundLetterJobs } from './refunds/refund-email-jobs.ts'
import { defineRefundNewsJobs } from './refunds/refund-event.ts'
import { type Refund, type RefundWish, refundOrder } from './refunds/refund-order.ts'
import { registerPaymentRoutes } from './routes.ts'
import { eraseAddresses, personalData } from './views/personal-data.ts'
import { type ProjectPayments, projectPayments } from './views/project-payments.ts'
import { orderTimeline, type TimelineEntry } from './views/timeline.ts'

export { listDeadWebhooks, resendDeadWebhooks, resendWebhook } from './game-webhooks/resend.ts'
export { type PaymentsReport, paymentsReport, reportedDays } from './reconciliation/report.ts'
export { type Refund, refundOrder } from './refunds/refund-order.ts'
export { retryRefund } from './refunds/retry.ts'
export { orderTimeline } from './views/timeline.ts'

export const paymentMigrations = {
  ...orderMigrations,
  ...refundMigrations,
  ...webhookMigrations,
  ...projectMigrations,
}

export { paymentMetrics } from './metrics.ts'
export type { Providers } from './provider.ts'

export type Payments = {
  /** @param scope  The part of the app below `/api`, for what is no call of the contract. */
  registerRoutes(api: Api, scope: FastifyInstance): void
  registerWebhooks(app: FastifyInstance): void
  /** Plans the settling of what happened while the hub was away, and the rounds that follow. */
  start(): Promise<void>
  /** Returns money for an order, whosever it is: the caller has made sure of that. Safe to repeat by its key. */
  refundOrder(wish: RefundWish): Promise<Refund>
  /** @throws Refusal PAYMENT_NOT_FOUND, also for another player's order. */
  orderOf(playerId: string, orderId: string): Promise<OrderRow>
  /** Everything that happened to an order and can be told, oldest first. */
  timelineOf(orderId: string): Promise<TimelineEntry[]>
  /** What the server of a game may do with the payments of its project, and no other. */
  ofProject(project: string): ProjectPayments
  /** The sections of a player's own copy of what the hub keeps. */
  personalData(playerId: string): Promise<Record<string, unknown>>
  /** Forgets the player's addresses, in the transaction given; what was paid stays on record, as the law wants it. */
  erase(tx: Db, playerId: string): Promise<void>
  /** Gives the demo player something to look at. */
  seedHistory(playerId: string): Promise<void>
}

/** @param providers  By default those that the configuration tells. */
export async function createPayments(
  needs: PaymentNeeds,
  providers: Providers = createProviders(needs.config.payments),
): Promise<Payments> {
  const deps: Deps = {
    ...needs,
    providers,
    press,
    linkSecret: await loadOrCreateSecret(needs.db, 'receipt-links'),
  }
  if (needs.config.databaseUrl === null) await releaseAllWebhooks(needs.db)
  defineRefundJobs(deps)
  defineRefundNewsJobs(deps)
  defineRefundLetterJobs(deps)
  defineDisputeJobs(deps)
  defineAuditJobs(deps)
  defineDeliveryJobs(deps)
  defineWebhookJobs(deps)
  defineReceiptJobs(deps)
  defineReconciliationJobs(deps)
  return {
    registerRoutes: (api, scope) => {
      registerPaymentRoutes(api, deps)
      registerReceiptFiles(scope, deps)
    },
    registerWebhooks: (app) => registerWebhooks(app, deps),
    start: () => startReconciling(deps),
    refundOrder: (wish) => refundOrder(deps, wish),
    orderOf: (playerId, orderId) => orderOf(deps, playerId, orderId),
    timelineOf: (orderId) => orderTimeline(needs.db, orderId),
    ofProject: (project) => projectPayments(deps, project),
    personalData: (playerId) => personalData(needs.db, playerId),
    erase: eraseAddresses,
    seedHistory: (playerId) => seedHistory(deps, playerId),
  }
}
