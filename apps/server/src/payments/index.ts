import type { FastifyInstance } from 'fastify'
import type { Operation } from '../platform/audit-log.ts'
import type { Db } from '../platform/database/database.ts'
import type { Api } from '../platform/http/api.ts'
import { loadOrCreateSecret } from '../platform/keys/secrets.ts'
import type { RequestLimits } from '../platform/limits/request-limits.ts'
import { seedAttention } from './demo/seed-attention.ts'
import { seedHistory } from './demo/seed-history.ts'
import type { Deps, PaymentNeeds } from './deps.ts'
import { defineWebhookJobs } from './game-webhooks/dispatcher.ts'
import { observeProviders } from './observe-providers.ts'
import { createCodeHash } from './offers/code-store.ts'
import { defineHoldJobs } from './operator/held-refunds.ts'
import { defineClosingReceiptJobs } from './prepayments/close-prepayment.ts'
import type { Providers } from './provider.ts'
import { definePaymentEventJobs, registerProviderEventRoutes } from './provider-events/provider-events.ts'
import { createProviderHealth, type ProviderHealth } from './provider-health.ts'
import { createProviders } from './providers/index.ts'
import { defineErasureJobs, erasePersonalData } from './queries/personal-data.ts'
import { findOrderProject, type ProjectPayments, projectPayments } from './queries/project-payments.ts'
import { orderTimeline, type TimelineEntry } from './queries/timeline.ts'
import { defineReceiptJobs } from './receipts/receipts.ts'
import { resendReceipt } from './receipts/resend-receipt.ts'
import { defineReconciliationJobs, startReconciliation } from './reconciliation/reconcile.ts'
import { defineTotalsJobs } from './reconciliation/totals-check.ts'
import { expectOrder } from './records/order-store.ts'
import type { OrderRow } from './records/tables.ts'
import { releaseAllWebhooks } from './records/webhook-store.ts'
import { defineDisputeJobs } from './refunds/disputes.ts'
import { defineRefundJobs } from './refunds/process-refund.ts'
import { defineRefundEmailJobs } from './refunds/refund-email.ts'
import { defineRefundEventJobs } from './refunds/refund-event.ts'
import {
  defineSecondChargeJobs,
  type Refund,
  type RefundRequest,
  refundOrder,
} from './refunds/refund-order.ts'
import { defineCardJobs } from './remembered-cards/card-jobs.ts'
import { schedulePaymentRetention } from './retention.ts'
import { registerPaymentRoutes, registerReceiptRoute } from './routes.ts'
import { createWallets } from './wallets.ts'
import { defineWithdrawalJobs } from './withdrawal/withdrawal-email.ts'

export { listDocuments } from './finance/documents.ts'
export { listSalesRows } from './finance/sales-rows.ts'
export { readFailures } from './game-webhooks/overview.ts'
export { listSigningSecrets } from './game-webhooks/webhook-secrets.ts'
export { listRefundLimits } from './limits/staff-limits.ts'
export { paymentMetrics } from './metrics.ts'
export { listPaymentAttention } from './operator/attention.ts'
export { undoRefund } from './operator/held-refunds.ts'
export { createCodes } from './operator/offers/create-codes.ts'
export { listOffers } from './operator/offers/list-offers.ts'
export { grantItem, revokeItem } from './operator/orders.ts'
export { countOrdersByDay, countPayers, countPayingPlayers } from './operator/payers.ts'
export { refundByOperator } from './operator/refunds.ts'
export type { Providers } from './provider.ts'
export {
  checkPaymentAccounts,
  configuredProviders,
  formClientConfig,
  listFormOrigins,
  listProviderApis,
  type PaymentsConfig,
} from './providers/index.ts'
export { personalData as paymentRecords } from './queries/personal-data.ts'
export { exportCards } from './remembered-cards/remembered-cards.ts'

export type Payments = {
  /** @param scope  The app below `/api`, used by routes outside the contract. */
  registerRoutes(api: Api, scope: FastifyInstance): void
  registerProviderEventRoutes(app: FastifyInstance, requestLimits: RequestLimits): void
  /** Applies what changed while the hub was down, and starts periodic reconciliation. */
  start(): Promise<void>
  /** Does not check who owns the order. Idempotent by `key`. */
  refundOrder(request: RefundRequest): Promise<Refund>
  /** @throws Refusal PAYMENT_NOT_FOUND, also for another player's order */
  expectOrder(playerId: string, orderId: string): Promise<OrderRow>
  /** An order's project; undefined for an unknown order, and while the database does not respond. */
  findOrderProject(orderId: string): Promise<string | undefined>
  listTimeline(orderId: string): Promise<TimelineEntry[]>
  /** @throws Refusal as `resendReceipt` */
  resendReceipt(orderId: string, email: string | undefined, operation: Operation): Promise<void>
  forProject(project: string): ProjectPayments
  /** Erases the player's emails within the transaction; payment records stay. */
  erase(tx: Db, playerId: string): Promise<void>
  /** Gives the demo player a payment history. */
  seedHistory(playerId: string): Promise<void>
  /** Failing providers, with the instant since when. */
  listFailingProviders: ProviderHealth['listFailing']
  /** Gives a demo player orders for staff to handle. @returns an undelivered one */
  seedAttention(playerId: string): Promise<string | undefined>
}

/** @param providers  Default: the configured ones. */
export async function createPayments(needs: PaymentNeeds, providers?: Providers): Promise<Payments> {
  const { db } = needs
  const configured = providers ?? (await createProviders(needs.config.payments))
  const health = createProviderHealth(needs.clock)
  const observed = observeProviders(configured, needs.registry, health)
  const deps: Deps = {
    ...needs,
    providers: observed,
    wallets: createWallets({ ...needs, providers: observed }),
    linkSecret: await loadOrCreateSecret(db, 'receipt-links'),
    hashCode: await createCodeHash(db),
  }
  if (needs.config.databaseUrl === null) await releaseAllWebhooks(db)
  for (const define of [
    definePaymentEventJobs,
    defineRefundJobs,
    defineHoldJobs,
    defineRefundEventJobs,
    defineRefundEmailJobs,
    defineWithdrawalJobs,
    defineSecondChargeJobs,
    defineDisputeJobs,
    defineTotalsJobs,
    defineWebhookJobs,
    defineReceiptJobs,
    defineClosingReceiptJobs,
    defineErasureJobs,
    defineCardJobs,
    defineReconciliationJobs,
  ]) {
    define(deps)
  }
  await schedulePaymentRetention(deps)
  return {
    registerRoutes: (api, scope) => {
      registerPaymentRoutes(api, deps)
      registerReceiptRoute(scope, deps)
    },
    registerProviderEventRoutes: (app, limits) => registerProviderEventRoutes(app, deps, limits),
    start: () => {
      deps.wallets.learn()
      return startReconciliation(deps)
    },
    refundOrder: (request) => refundOrder(deps, request),
    listFailingProviders: health.listFailing,
    expectOrder: (playerId, orderId) => expectOrder(deps, playerId, orderId),
    findOrderProject: (orderId) => findOrderProject(deps, orderId),
    listTimeline: (orderId) => orderTimeline(db, orderId),
    resendReceipt: (orderId, email, operation) => resendReceipt(deps, orderId, email, operation),
    forProject: (project) => projectPayments(deps, project),
    erase: (tx, playerId) => erasePersonalData(deps, tx, playerId),
    seedHistory: (playerId) => seedHistory(deps, playerId),
    seedAttention: (playerId) => seedAttention(deps, playerId),
  }
}
