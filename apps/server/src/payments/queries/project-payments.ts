import type {
  InterfaceLanguage,
  Metadata,
  Order,
  ServerPayment,
  ServerPurchase,
  ServerRefund,
  TestWebhook,
  Webhook,
} from '@playhub/contract'
import { Refusal } from '../../platform/refusal.ts'
import { refreshOrderStatus } from '../checkout/order-status.ts'
import type { Deps } from '../deps.ts'
import { pingGameServer, resendWebhook, toWebhook } from '../game-webhooks/resend.ts'
import { createOrder } from '../ordering/create-order.ts'
import { paymentScreenUrl } from '../payment-screen-url.ts'
import { listLines, parseMetadata } from '../records/order.ts'
import { findOrder } from '../records/order-store.ts'
import { findPurchase, listPurchasesIn, type ProjectPage } from '../records/purchase-store.ts'
import { consumePurchase, toPurchase } from '../records/purchases.ts'
import type { OrderRow, PurchaseRow } from '../records/tables.ts'
import { listWebhooks, type WebhookPage } from '../records/webhook-store.ts'
import { refundOrder } from '../refunds/refund-order.ts'

/** The payments API for one project's game server. Other projects' data is treated as not existing. */
export type ProjectPayments = {
  /** @throws Refusal ITEM_NOT_FOUND */
  order(request: {
    playerId: string
    itemId: string
    language: InterfaceLanguage
    metadata: Metadata | undefined
  }): Promise<Order>
  /** @throws Refusal PAYMENT_NOT_FOUND */
  payment(id: string): Promise<ServerPayment>
  /**
   * @param request.key  The caller's idempotency key.
   * @throws Refusal  as `refundOrder`
   */
  refund(
    id: string,
    request: { amountMinor: number | undefined; reason: string; key: string },
  ): Promise<ServerRefund>
  purchases(page: ProjectPage): Promise<ServerPurchase[]>
  /** @throws Refusal as `consumePurchase` */
  consume(id: string): Promise<ServerPurchase & { alreadyConsumed: boolean }>
  hasBought(playerId: string): Promise<boolean>
  webhooks(page: Omit<WebhookPage, 'project'>): Promise<Webhook[]>
  /** @throws Refusal WEBHOOK_NOT_FOUND */
  resendWebhook(id: string): Promise<Webhook>
  /** @throws Refusal WEBHOOKS_NOT_SET_UP */
  ping(): Promise<TestWebhook>
}

const orderId = /^[\w-]{1,64}$/

/** Used by a page's headers; the page is shown without the database, too. */
export async function findOrderProject({ db }: Pick<Deps, 'db'>, id: string): Promise<string | undefined> {
  if (!orderId.test(id)) return undefined
  const order = await findOrder(db, id).catch(() => undefined)
  return order?.project
}

export function projectPayments(deps: Deps, project: string): ProjectPayments {
  return {
    async order(request) {
      if (deps.catalogue.item(request.itemId)?.project !== project) throw new Refusal('ITEM_NOT_FOUND')
      return createOrder(deps, { ...request, orderedBy: 'game' })
    },
    async payment(id) {
      const { playerId } = await expectOrderIn(deps, project, id)
      const { payload } = await refreshOrderStatus(deps, playerId, id)
      return toServerPayment(deps, await expectOrderIn(deps, project, id), payload.purchaseId)
    },
    async refund(id, request) {
      const { id: orderId } = await expectOrderIn(deps, project, id)
      const refund = await refundOrder(deps, { ...request, orderId, requestedBy: 'game' })
      const { requestedBy: _, error: __, ...shown } = refund
      return shown
    },
    purchases: async (page) => (await listPurchasesIn(deps.db, project, page)).map(toServerPurchase),
    async consume(id) {
      const { playerId } = await expectPurchaseIn(deps, project, id)
      const { alreadyConsumed } = await consumePurchase(deps, playerId, id)
      return { ...toServerPurchase(await expectPurchaseIn(deps, project, id)), alreadyConsumed }
    },
    hasBought: async (playerId) =>
      (await listPurchasesIn(deps.db, project, { playerId, limit: 1 })).length > 0,
    webhooks: async (page) => (await listWebhooks(deps.db, { ...page, project })).map(toWebhook),
    resendWebhook: async (id) => (await resendWebhook(deps, id, { project })).webhook,
    ping: () => pingGameServer(deps, project),
  }
}

async function expectOrderIn({ db }: Deps, project: string, id: string): Promise<OrderRow> {
  const order = await findOrder(db, id)
  if (order?.project !== project) throw new Refusal('PAYMENT_NOT_FOUND')
  return order
}

async function expectPurchaseIn({ db }: Deps, project: string, id: string): Promise<PurchaseRow> {
  const purchase = await findPurchase(db, id)
  if (purchase?.project !== project) throw new Refusal('PURCHASE_NOT_FOUND')
  return purchase
}

function toServerPayment({ config }: Deps, order: OrderRow, purchaseId: string | null): ServerPayment {
  const { id, status, playerId, project, itemId, provider, currency, amountMinor } = order
  const { refundedMinor, createdAt, paidAt } = order
  return {
    id,
    url: paymentScreenUrl(config, id),
    status,
    playerId,
    project,
    itemId,
    lines: listLines(order),
    ...{ provider, currency, amountMinor, refundedMinor },
    metadata: parseMetadata(order),
    purchaseId,
    createdAt,
    paidAt,
  }
}

function toServerPurchase(purchase: PurchaseRow): ServerPurchase {
  const { playerId, consumedAt } = purchase
  return { ...toPurchase(purchase), playerId, consumedAt }
}
