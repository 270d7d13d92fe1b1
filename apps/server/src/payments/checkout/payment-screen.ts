import { type InterfaceLanguage, type PaymentProcess, toMajorUnits } from '@playhub/contract'
import { Refusal } from '../../platform/refusal.ts'
import { type Deps, receiptEmailOf } from '../deps.ts'
import { findOpenAttempt } from '../ledger/attempt-store.ts'
import { expectOrder } from '../ledger/order-store.ts'
import type { OrderRow } from '../ledger/tables.ts'

/** The content of the payment screen. */
export async function paymentScreen(
  deps: Deps,
  request: { playerId: string; orderId: string; language: InterfaceLanguage },
): Promise<PaymentProcess> {
  const order = await expectOrder(deps, request.playerId, request.orderId)
  const paymentsMethods = availableMethods(deps, order)
  if (paymentsMethods.length === 0 && order.status !== 'paid') throw new Refusal('PAYMENTS_METHODS_NOT_EXIST')
  const attempt = await findOpenAttempt(deps.db, order.id)
  return {
    provider: attempt?.provider ?? null,
    providerId: attempt?.providerPaymentId ?? null,
    status: order.status,
    paymentData: paymentData(deps, order, request.language),
    profileData: { mailToReceiveCheck: await receiptEmailOf(deps, request.playerId) },
    paymentsMethods,
  }
}

/** The methods that the project allows and that have a configured provider. */
function availableMethods(
  { catalogue, providers }: Deps,
  { project }: OrderRow,
): PaymentProcess['paymentsMethods'] {
  const allowed = catalogue.project(project)?.paymentsMethods ?? []
  return allowed.filter(({ provider }) => providers[provider] !== undefined)
}

function paymentData(
  { catalogue }: Deps,
  order: OrderRow,
  language: InterfaceLanguage,
): PaymentProcess['paymentData'] {
  const project = catalogue.project(order.project)
  return {
    project: order.project,
    itemId: order.itemId,
    cardLogoImage: project?.logo ?? '',
    itemImage: catalogue.item(order.itemId)?.image ?? '',
    projectName: project?.name[language] ?? order.project,
    ruPrice: toMajorUnits({ amountMinor: order.priceRubMinor, currency: 'RUB' }),
    enPrice: toMajorUnits({ amountMinor: order.priceUsdMinor, currency: 'USD' }),
    ruAmountMinor: order.priceRubMinor,
    enAmountMinor: order.priceUsdMinor,
    ruName: order.titleRu,
    enName: order.titleEn,
  }
}
