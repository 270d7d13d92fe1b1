import type { Api } from '../platform/http/api.ts'
import { cancelOrder } from './attempts/cancel.ts'
import { cancelCheckout, startCheckout } from './attempts/checkout.ts'
import type { Deps } from './deps.ts'
import { createOrder, markPending, paymentHistory, refreshedOrder, toTransaction } from './orders/orders.ts'
import { orderOf } from './orders/owned-order.ts'
import { paymentScreen } from './orders/payment-screen.ts'
import { consumePurchase, ownedPurchases } from './orders/purchases.ts'
import { linkToReceipt } from './receipts/receipts.ts'

export function registerPaymentRoutes(api: Api, deps: Deps): void {
  api.answer('POST /payments/create', ({ actor, body, caller }) =>
    createOrder(deps, { playerId: actor.playerId, itemId: body.itemId, language: caller.language }),
  )
  api.answer('GET /payments/process/{id}', ({ actor, params, caller }) =>
    paymentScreen(deps, { playerId: actor.playerId, orderId: params.id, language: caller.language }),
  )
  api.answer('GET /payments/set-pending/{id}', async ({ actor, params }) => ({
    data: await markPending(deps, actor.playerId, params.id),
  }))
  api.answer('GET /payments/get/{id}', ({ actor, params }) => refreshedOrder(deps, actor.playerId, params.id))

  api.answer('GET /payments/stripe/create/{id}', async ({ actor, params }) => {
    const start = { playerId: actor.playerId, orderId: params.id, provider: 'stripe' as const }
    const { providerId, handover } = await startCheckout(deps, start)
    return { clientSecret: handover, id: providerId }
  })
  api.answer('GET /payments/yookassa/create/{id}', async ({ actor, params }) => {
    const start = { playerId: actor.playerId, orderId: params.id, provider: 'yookassa' as const }
    return { data: { confirmationToken: (await startCheckout(deps, start)).handover } }
  })
  api.answer('GET /payments/yookassa/modal-close/{id}', async ({ actor, params }) => {
    const { status } = await refreshedOrder(deps, actor.playerId, params.id)
    return { data: { result: status !== 'pending' } }
  })
  api.answer('POST /payments/yandex-pay/create', async ({ actor, body }) => {
    const start = { playerId: actor.playerId, orderId: body.paymentId, provider: 'yandex-pay' as const }
    const { handover } = await startCheckout(deps, start)
    return { code: 200 as const, status: 'success' as const, data: { paymentUrl: handover } }
  })
  api.answer('POST /payments/stripe/cancellation-payment', async ({ actor, body }) => {
    const status = await cancelCheckout(deps, {
      playerId: actor.playerId,
      orderId: body.paymentId,
      provider: 'stripe',
      providerId: body.stripePaymentId,
    })
    return { data: { result: status === 'none', status } }
  })
  api.answer('POST /payments/cancel', async ({ actor, body }) => {
    const status = await cancelOrder(deps, { playerId: actor.playerId, orderId: body.paymentId })
    return { data: { result: status === 'none', status } }
  })

  api.answer('GET /payments/get-user-payments', async ({ actor, query, caller }) => ({
    data: {
      result: await paymentHistory(deps, {
        playerId: actor.playerId,
        language: caller.language,
        project: query.project,
        before: query.before,
        limit: query.limit,
      }),
    },
  }))
  api.answer('GET /payments/get-user-payment', async ({ actor, query, caller }) => {
    const order = await orderOf(deps, actor.playerId, query.paymentId)
    return { data: { result: toTransaction(deps, order, caller.language) } }
  })

  api.answer('POST /payments/update-mail-to-receive-check', async ({ actor, body }) => {
    await deps.saveReceiptEmail(actor.playerId, body.email)
    return { data: { result: true } }
  })
  api.answer('GET /user/get-receipt-link', async ({ actor, query }) => ({
    data: { result: await linkToReceipt(deps, actor.playerId, query.privatePaymentId) },
  }))

  api.answer('GET /purchases', async ({ actor, query }) => ({
    data: { result: await ownedPurchases(deps, actor.playerId, query.project) },
  }))
  api.answer('POST /purchases/{id}/consume', async ({ actor, params }) => ({
    data: { result: await consumePurchase(deps, actor.playerId, params.id) },
  }))
}
