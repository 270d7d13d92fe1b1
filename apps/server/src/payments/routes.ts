import type { PaymentProvider } from '@playhub/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor, Api } from '../platform/http/api.ts'
import { cancelOrder, cancelPayment } from './checkout/cancel.ts'
import { createOrder } from './checkout/create-order.ts'
import { markPending, refreshOrderStatus } from './checkout/order-status.ts'
import { paymentScreen } from './checkout/payment-screen.ts'
import { readScreenCall } from './checkout/screen-calls.ts'
import { type StartRequest, startCheckout } from './checkout/start-checkout.ts'
import type { Deps } from './deps.ts'
import { findTransaction, paymentHistory } from './queries/history.ts'
import { ownedItems } from './queries/owned-items.ts'
import { linkToReceipt, openReceipt } from './receipts/receipts.ts'
import { listGrantedPurchases } from './records/purchase-store.ts'
import { consumePurchase, toPurchase } from './records/purchases.ts'

export function registerPaymentRoutes(api: Api, deps: Deps): void {
  registerCheckoutRoutes(api, deps)
  registerHistoryRoutes(api, deps)
  registerPurchaseRoutes(api, deps)
}

function registerCheckoutRoutes(api: Api, deps: Deps): void {
  api.handle('POST /payments/create', ({ actor, body, caller }) =>
    createOrder(deps, {
      playerId: actor.playerId,
      itemId: body.itemId,
      language: caller.language,
      orderedBy: 'player',
    }),
  )
  api.handle('GET /payments/process/{id}', ({ actor, params, caller }) =>
    paymentScreen(deps, { playerId: actor.playerId, orderId: params.id, language: caller.language }),
  )
  api.handle('GET /payments/set-pending/{id}', async ({ actor, params, request }) => ({
    data: await markPending(deps, {
      playerId: actor.playerId,
      orderId: params.id,
      screenCall: readScreenCall(request.headers),
    }),
  }))
  api.handle('GET /payments/get/{id}', ({ actor, params }) =>
    refreshOrderStatus(deps, actor.playerId, params.id),
  )

  api.handle('GET /payments/stripe/create/{id}', async ({ actor, params, request }) => {
    const checkout = toStartRequest(actor, request, params.id, 'stripe')
    const { providerPaymentId, clientToken } = await startCheckout(deps, checkout)
    return { clientSecret: clientToken, id: providerPaymentId }
  })
  api.handle('GET /payments/yookassa/create/{id}', async ({ actor, params, request }) => {
    const checkout = toStartRequest(actor, request, params.id, 'yookassa')
    return { data: { confirmationToken: (await startCheckout(deps, checkout)).clientToken } }
  })
  api.handle('GET /payments/yookassa/modal-close/{id}', async ({ actor, params }) => {
    const { status } = await refreshOrderStatus(deps, actor.playerId, params.id)
    return { data: { result: status !== 'pending' } }
  })
  api.handle('POST /payments/yandex-pay/create', async ({ actor, body, request }) => {
    const checkout = toStartRequest(actor, request, body.paymentId, 'yandex-pay')
    const { clientToken } = await startCheckout(deps, checkout)
    return { code: 200 as const, status: 'success' as const, data: { paymentUrl: clientToken } }
  })
  api.handle('POST /payments/stripe/cancellation-payment', async ({ actor, body, request }) => {
    const status = await cancelPayment(deps, {
      playerId: actor.playerId,
      orderId: body.paymentId,
      provider: 'stripe',
      providerPaymentId: body.stripePaymentId,
      screenCall: readScreenCall(request.headers),
    })
    return { data: { result: status === 'none', status } }
  })
  api.handle('POST /payments/cancel', async ({ actor, body, request }) => {
    const status = await cancelOrder(deps, {
      playerId: actor.playerId,
      orderId: body.paymentId,
      screenCall: readScreenCall(request.headers),
    })
    return { data: { result: status === 'none', status } }
  })
}

function toStartRequest(
  { playerId }: Actor,
  { headers }: FastifyRequest,
  orderId: string,
  provider: PaymentProvider,
): StartRequest {
  return { playerId, orderId, provider, screenCall: readScreenCall(headers) }
}

function registerHistoryRoutes(api: Api, deps: Deps): void {
  api.handle('GET /payments/get-user-payments', async ({ actor, query, caller }) => {
    const { project, before, limit, timeZone } = query
    const reader = { playerId: actor.playerId, language: caller.language, timeZone }
    const request = { ...reader, project, before, limit }
    return { data: { result: await paymentHistory(deps, request) } }
  })
  api.handle('GET /payments/get-user-payment', async ({ actor, query, caller }) => {
    const reader = { playerId: actor.playerId, language: caller.language, timeZone: query.timeZone }
    return { data: { result: await findTransaction(deps, query.paymentId, reader) } }
  })
  api.handle('POST /payments/update-mail-to-receive-check', async ({ actor, body }) => {
    await deps.saveReceiptEmail(actor.playerId, body.email)
    return { data: { result: true } }
  })
  api.handle('GET /user/get-receipt-link', async ({ actor, query }) => ({
    data: { result: await linkToReceipt(deps, actor.playerId, query.privatePaymentId) },
  }))
}

function registerPurchaseRoutes(api: Api, deps: Deps): void {
  api.handle('GET /purchases', async ({ actor, query }) => {
    const purchases = await listGrantedPurchases(deps.db, actor.playerId, query.project)
    return { data: { result: purchases.map(toPurchase) } }
  })
  api.handle('GET /purchases/owned', async ({ actor, query }) => ({
    data: { result: await ownedItems(deps, actor.playerId, query.project) },
  }))
  api.handle('POST /purchases/{id}/consume', async ({ actor, params }) => ({
    data: { result: await consumePurchase(deps, actor.playerId, params.id) },
  }))
}

type ReceiptRoute = { Params: { id: string }; Querystring: { expires?: unknown; signature?: unknown } }

/** Opens receipts by signed links, because a browser sends no token when it follows one. */
export function registerReceiptRoute(scope: FastifyInstance, deps: Deps): void {
  scope.get<ReceiptRoute>('/payments/receipts/:id.pdf', async ({ params, query }, reply) => {
    const { number, pdf } = await openReceipt(deps, params.id, query)
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="${number}.pdf"`)
      .header('cache-control', 'private, no-store')
      .send(pdf)
  })
}
