import { type InterfaceLanguage, type PaymentProcess, toMajorUnits } from '@playhub/contract'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { findOpenAttempt } from '../ledger/attempt-store.ts'
import { orderOf } from '../ledger/owned-order.ts'
import type { OrderRow } from '../ledger/tables.ts'

/** What the payment screen shows. */
export async function paymentScreen(
  deps: Deps,
  request: { playerId: string; orderId: string; language: InterfaceLanguage },
): Promise<PaymentProcess> {
  const order = await orderOf(deps, request.playerId, request.orderId)
  const paymentsMethods = methodsFor(deps, order)
  if (paymentsMethods.length === 0 && order.status !== 'paid') throw new Refusal('PAYMENTS_METHODS_NOT_EXIST')
  const attempt = await findOpenAttempt(deps.db, order.id)
  return {
    provider: attempt?.provider ?? null,
    providerId: attempt?.providerId ?? null,
    status: order.status,
    paymentData: paymentData(deps, order, request.language),
    profileData: { mailToReceiveCheck: await receiptEmailOf(deps, request.playerId) },
    paymentsMethods,
  }
}

/** The ways to pay that the project allows and this hub has keys for. */
export function methodsFor(
  { catalogue, providers }: Deps,
  order: Pick<OrderRow, 'project'>,
): PaymentProcess['paymentsMethods'] {
  const allowed = catalogue.project(order.project)?.paymentsMethods ?? []
  return allowed.filter(({ provider }) => providers[provider] !== undefined)
}

/** Where receipts go: the address the player chose for them, else the account's own. */
export async function receiptEmailOf({ accountOf }: Deps, playerId: string): Promise<string | null> {
  const account = await accountOf(playerId)
  return account?.receiptEmail ?? account?.email ?? null
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
