import type { FastifyInstance } from 'fastify'
import type { Db } from '../platform/database/database.ts'
import type { Api } from '../platform/http/api.ts'
import { loadOrCreateSecret } from '../platform/keys/secrets.ts'
import { defineAuditJobs } from './attempts/audit.ts'
import { defineDeliveryJobs } from './attempts/deliveries.ts'
import { defineReconciliationJobs, startReconciling } from './attempts/reconciliation.ts'
import { registerWebhooks } from './attempts/webhooks.ts'
import type { Deps, PaymentNeeds } from './deps.ts'
import { seedHistory } from './orders/demo-history.ts'
import { orderOf } from './orders/owned-order.ts'
import { eraseAddresses, personalData } from './orders/personal-data.ts'
import { type ProjectPayments, projectPayments } from './orders/project-payments.ts'
import { projectMigrations } from './orders/project-tables.ts'
import { orderTimeline, type TimelineEntry } from './orders/timeline.ts'
import { createProviders } from './providers/index.ts'
import type { Providers } from './providers/provider.ts'
import { press } from './receipts/pdf-worker-pool.ts'
import { registerReceiptFiles } from './receipts/receipt-files.ts'
import { defineReceiptJobs } from './receipts/receipts.ts'
import { defineDisputeJobs } from './refunds/disputes.ts'
import { defineRefundLetterJobs } from './refunds/refund-email-jobs.ts'
import { defineRefundNewsJobs } from './refunds/refund-news.ts'
import { refundMigrations } from './refunds/refund-tables.ts'
import { defineRefundJobs } from './refunds/refund-work.ts'
import { type Refund, type RefundWish, refundOrder } from './refunds/refunds.ts'
import { registerPaymentRoutes } from './routes.ts'
import { type OrderRow, orderMigrations } from './tables.ts'
import { releaseAllWebhooks } from './webhooks/webhook-store.ts'
import { webhookMigrations } from './webhooks/webhook-tables.ts'
import { defineWebhookJobs } from './webhooks/webhooks.ts'

export { type PaymentsReport, paymentsReport, reportedDays } from './attempts/report.ts'
export { orderTimeline } from './orders/timeline.ts'
export { type Refund, refundOrder } from './refunds/refunds.ts'
export { retryRefund } from './refunds/retry.ts'
export { listDeadWebhooks, resendDeadWebhooks, resendWebhook } from './webhooks/resend.ts'

export const paymentMigrations = {
  ...orderMigrations,
  ...refundMigrations,
  ...webhookMigrations,
  ...projectMigrations,
}

export { paymentMetrics } from './metrics.ts'
export type { Providers } from './providers/provider.ts'

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
