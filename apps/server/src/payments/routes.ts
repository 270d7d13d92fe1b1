import type { FastifyInstance } from 'fastify'
import type { Api } from '../platform/http/api.ts'
import { readNetworkCountry } from './buyer-country.ts'
import { cancelOrder, cancelPayment } from './checkout/cancel.ts'
import { markPending, refreshOrderStatus } from './checkout/order-status.ts'
import { payByCard } from './checkout/pay-by-card.ts'
import { paymentScreen } from './checkout/payment-screen.ts'
import { readScreenCall } from './checkout/screen-calls.ts'
import { startCheckout } from './checkout/start-checkout.ts'
import type { Deps } from './deps.ts'
import { registerOfferRoutes } from './offers/routes.ts'
import { createOrder } from './ordering/create-order.ts'
import { repriceOrder } from './ordering/reprice-order.ts'
import { providerDefinitions } from './providers/index.ts'
import { findTransaction, paymentHistory } from './queries/history.ts'
import { ownedItems } from './queries/owned-items.ts'
import { linkToReceipt, openReceipt } from './receipts/receipts.ts'
import { listGrantedPurchases } from './records/purchase-store.ts'
import { consumePurchase, toPurchase } from './records/purchases.ts'
import { listRememberedCards, remembersCards, removeCard } from './remembered-cards/remembered-cards.ts'
import { waiveWithdrawal } from './withdrawal/waiver.ts'
import { withdraw } from './withdrawal/withdraw.ts'

export function registerPaymentRoutes(api: Api, deps: Deps): void {
  registerCheckoutRoutes(api, deps)
  registerHistoryRoutes(api, deps)
  registerPurchaseRoutes(api, deps)
  registerCardRoutes(api, deps)
  registerOfferRoutes(api, deps)
}

function registerCheckoutRoutes(api: Api, deps: Deps): void {
  api.handle('POST /payments/create', ({ actor, body, caller }) =>
    createOrder(deps, {
      playerId: actor.playerId,
      itemId: body.itemId,
      language: caller.language,
      orderedBy: 'player',
      ...(body.code !== undefined && { code: { text: body.code, ip: caller.ip } }),
      expected: body.expected,
    }),
  )
  api.handle('GET /payments/process/{id}', ({ actor, params, caller, request }) =>
    paymentScreen(deps, {
      ...{ playerId: actor.playerId, orderId: params.id, language: caller.language },
      host: request.hostname,
    }),
  )
  api.handle(
    'POST /payments/reprice/{id}',
    async ({ actor: { playerId }, params, body, caller, request }) => {
      const order = { playerId, orderId: params.id }
      await repriceOrder(deps, { ...order, code: body.code, expected: body.expected, ip: caller.ip })
      return paymentScreen(deps, { ...order, language: caller.language, host: request.hostname })
    },
  )
  api.handle('POST /payments/waive-withdrawal/{id}', async ({ actor, params, body }) => ({
    data: {
      result: await waiveWithdrawal(deps, {
        playerId: actor.playerId,
        orderId: params.id,
        sha256: body.sha256,
      }),
    },
  }))
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

  for (const { name, registerOpening } of Object.values(providerDefinitions)) {
    registerOpening(api, ({ playerId }, { headers }, orderId, remember) =>
      startCheckout(deps, {
        ...{ playerId, orderId, provider: name, screenCall: readScreenCall(headers) },
        card: remembersCards(deps) && remember === 'true' ? 'remember' : remember && null,
        countryByNetwork: readNetworkCountry(headers, deps.config.http.countryHeader),
      }),
    )
  }
  api.handle('GET /payments/yookassa/modal-close/{id}', async ({ actor, params }) => {
    const { status } = await refreshOrderStatus(deps, actor.playerId, params.id)
    return { data: { result: status !== 'pending' } }
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

function registerHistoryRoutes(api: Api, deps: Deps): void {
  api.handle('GET /payments/get-user-payments', async ({ actor, query, caller }) => {
    const { project, before, limit, withdrawable, timeZone } = query
    const reader = { playerId: actor.playerId, language: caller.language, timeZone }
    const request = { ...reader, project, before, limit, withdrawable }
    return { data: { result: await paymentHistory(deps, request) } }
  })
  api.handle('GET /payments/get-user-payment', async ({ actor, query, caller }) => {
    const reader = { playerId: actor.playerId, language: caller.language, timeZone: query.timeZone }
    return { data: { result: await findTransaction(deps, query.paymentId, reader) } }
  })
  api.handle('POST /payments/withdraw', async ({ actor, body, caller }) => {
    const { playerId } = actor
    const { paymentId: orderId, step, timeZone } = body
    await withdraw(deps, { playerId, orderId, step })
    const reader = { playerId, language: caller.language, timeZone }
    return { data: { result: await findTransaction(deps, orderId, reader) } }
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

function registerCardRoutes(api: Api, deps: Deps): void {
  api.handle(
    'POST /payments/remembered-cards/pay',
    async ({ actor: { playerId }, body: { paymentId: orderId, cardId }, request: { headers } }) => {
      const countryByNetwork = readNetworkCountry(headers, deps.config.http.countryHeader)
      const press = { playerId, orderId, cardId, countryByNetwork, screenCall: readScreenCall(headers) }
      return { data: { result: await payByCard(deps, press) } }
    },
    { isCostly: true },
  )
  api.handle('GET /payments/remembered-cards', async ({ actor }) => ({
    data: { result: await listRememberedCards(deps.db, actor.playerId) },
  }))
  api.handle('POST /payments/remembered-cards/{id}/remove', async ({ actor, params }) => {
    await removeCard(deps, actor.playerId, params.id)
    return { data: { result: true } }
  })
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
