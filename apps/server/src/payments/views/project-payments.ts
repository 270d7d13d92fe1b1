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
import { createOrder, paymentScreenOf, refreshedOrder } from '../checkout/create-order.ts'
import type { Deps } from '../deps.ts'
import { pingGame } from '../game-webhooks/ping.ts'
import { resendWebhook, toWebhook } from '../game-webhooks/resend.ts'
import { findOrder } from '../ledger/order-store.ts'
import { findPurchase, listPurchasesIn, type ProjectPage } from '../ledger/purchase-store.ts'
import { consumePurchase, toPurchase } from '../ledger/purchases.ts'
import type { OrderRow, PurchaseRow } from '../ledger/tables.ts'
import { listWebhooks, type WebhookPage } from '../ledger/webhook-store.ts'
import { refundOrder } from '../refunds/refund-order.ts'

/** What the server of a game may do. What belongs to another project does not exist for it. */
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
   * @param wish.key  Of the caller's own: asked for again, it is the same refund.
   * @throws Refusal  as `refundOrder`
   */
  refund(
    id: string,
    wish: { amountMinor: number | undefined; reason: string; key: string },
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

export function projectPayments(deps: Deps, project: string): ProjectPayments {
  return {
    order: (request) => {
      if (deps.catalogue.item(request.itemId)?.project !== project) throw new Refusal('ITEM_NOT_FOUND')
      return createOrder(deps, request)
    },
    async payment(id) {
      const { playerId } = await orderIn(deps, project, id)
      const { payload } = await refreshedOrder(deps, playerId, id)
      return toPayment(deps, await orderIn(deps, project, id), payload.purchaseId)
    },
    async refund(id, wish) {
      const order = await orderIn(deps, project, id)
      const {
        requestedBy: _,
        error: __,
        ...told
      } = await refundOrder(deps, {
        ...wish,
        orderId: order.id,
        requestedBy: 'game',
      })
      return told
    },
    purchases: async (page) => (await listPurchasesIn(deps.db, project, page)).map(toServerPurchase),
    async consume(id) {
      const { playerId } = await purchaseIn(deps, project, id)
      const { alreadyConsumed } = await consumePurchase(deps, playerId, id)
      return { ...toServerPurchase(await purchaseIn(deps, project, id)), alreadyConsumed }
    },
    hasBought: async (playerId) =>
      (await listPurchasesIn(deps.db, project, { playerId, limit: 1 })).length > 0,
    webhooks: async (page) => (await listWebhooks(deps.db, { ...page, project })).map(toWebhook),
    resendWebhook: (id) => resendWebhook(deps, id, project),
    ping: () => pingGame(deps, project),
  }
}

async function orderIn({ db }: Deps, project: string, id: string): Promise<OrderRow> {
  const order = await findOrder(db, id)
  if (order?.project !== project) throw new Refusal('PAYMENT_NOT_FOUND')
  return order
}

async function purchaseIn({ db }: Deps, project: string, id: string): Promise<PurchaseRow> {
  const purchase = await findPurchase(db, id)
  if (purchase?.project !== project) throw new Refusal('PURCHASE_NOT_FOUND')
  return purchase
}

function toPayment({ config }: Deps, order: OrderRow, purchaseId: string | null): ServerPayment {
  const { id, status, playerId, project, itemId, provider, currency, amountMinor } = order
  const { refundedMinor, createdAt, paidAt } = order
  const sums = { provider, currency, amountMinor, refundedMinor }
  return {
    id,
    url: paymentScreenOf(config, id),
    status,
    playerId,
    project,
    itemId,
    ...sums,
    metadata: JSON.parse(order.metadata) as Metadata,
    purchaseId,
    createdAt,
    paidAt,
  }
}

function toServerPurchase(purchase: PurchaseRow): ServerPurchase {
  const { playerId, consumedAt } = purchase
  return { ...toPurchase(purchase), playerId, consumedAt }
}
