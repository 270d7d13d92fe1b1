import { type InterfaceLanguage, localText, type PaymentProcess, toMajorUnits } from '@playhub/contract'
import { findLowestBefore, isRunning, namesItem } from '../../catalogue/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Deps, findReceiptEmail } from '../deps.ts'
import { findOpenAttempt } from '../records/attempt-store.ts'
import { findChargeAmount, listPriceIn, parseLines, parseOfferIds, parseTitles } from '../records/order.ts'
import { expectOrder } from '../records/order-store.ts'
import { findPurchaseByOrder } from '../records/purchase-store.ts'
import type { OrderRow } from '../records/tables.ts'
import { listRememberedCards, remembersCards } from '../remembered-cards/remembered-cards.ts'
import { describeWaiver } from '../withdrawal/waiver.ts'
import { describeClosed } from './order-status.ts'

/** Payment screen content. */
export async function paymentScreen(
  deps: Deps,
  request: { playerId: string; orderId: string; language: InterfaceLanguage; host: string },
): Promise<PaymentProcess> {
  const order = await expectOrder(deps, request.playerId, request.orderId)
  const paymentsMethods = availableMethods(deps, order, request.host)
  const isOver = order.status === 'paid' || order.closedAt !== null
  if (paymentsMethods.length === 0 && !isOver) throw new Refusal('PAYMENTS_METHODS_NOT_EXIST')
  const given = order.closedAt === null ? undefined : await findPurchaseByOrder(deps.db, order.id)
  const attempt = await findOpenAttempt(deps.db, order.id)
  return {
    provider: attempt?.provider ?? null,
    providerId: attempt?.providerPaymentId ?? null,
    status: order.status,
    closed: describeClosed(order, given),
    paymentData: paymentData(deps, order, request.language),
    profileData: { mailToReceiveCheck: await findReceiptEmail(deps, request.playerId) },
    paymentsMethods,
    // A code cancels an open payment that it makes cheaper; its own stays.
    ...(!isOver && !(attempt && order.codeId !== null) && describeCode(deps, order)),
    waiver: isOver ? undefined : describeWaiver(deps, order, request.language),
    ...(remembersCards(deps) && { cards: await describeCards(deps, order, paymentsMethods) }),
  }
}

/** Absent where no code could change the price. */
function describeCode({ catalogue, clock }: Deps, order: OrderRow): Pick<PaymentProcess, 'code'> {
  if (order.codeId !== null) return { code: 'applied' }
  const now = clock.now()
  const offers = catalogue.project(order.project)?.offers ?? []
  const takesCode = offers.some(
    (offer) => offer.kind === 'code' && isRunning(offer, now) && namesItem(offer, order.itemId),
  )
  return takesCode ? { code: 'open' } : {}
}

/** Methods allowed by the project, with a configured provider charging in one of the order's currencies. */
function availableMethods(
  { catalogue, providers, wallets }: Deps,
  order: OrderRow,
  host: string,
): PaymentProcess['paymentsMethods'] {
  const allowed = catalogue.project(order.project)?.paymentsMethods ?? []
  return allowed
    .filter(({ provider }) => providers[provider] && findChargeAmount(order, provider))
    .map((offered) => {
      const known = wallets.list(offered.provider, host)
      return { ...offered, ...(known.length > 0 && { wallets: [...known] }) }
    })
}

async function describeCards(
  { db, providers }: Deps,
  { playerId }: OrderRow,
  methods: PaymentProcess['paymentsMethods'],
): Promise<NonNullable<PaymentProcess['cards']>> {
  const rememberedBy = methods
    .map(({ provider }) => provider)
    .filter((provider) => providers[provider]?.remembersCards)
  const cards = await listRememberedCards(db, playerId)
  return { rememberedBy, remembered: cards.filter(({ provider }) => rememberedBy.includes(provider)) }
}

function paymentData(
  { catalogue }: Deps,
  order: OrderRow,
  language: InterfaceLanguage,
): PaymentProcess['paymentData'] {
  const project = catalogue.project(order.project)
  const { priceRubMinor, priceUsdMinor } = order
  return {
    project: order.project,
    itemId: order.itemId,
    cardLogoImage: project?.logo ?? '',
    cardBackgroundColor: project?.game.cardBackgroundColor,
    itemImage: catalogue.item(order.itemId)?.image ?? '',
    projectName: project ? localText(project.name, language) : order.project,
    name: parseTitles(order),
    ruPrice: priceRubMinor && toMajorUnits({ amountMinor: priceRubMinor, currency: 'RUB' }),
    enPrice: priceUsdMinor && toMajorUnits({ amountMinor: priceUsdMinor, currency: 'USD' }),
    ruAmountMinor: priceRubMinor,
    enAmountMinor: priceUsdMinor,
    ruName: order.titleRu,
    enName: order.titleEn,
    listRuAmountMinor: listPriceIn(order, 'RUB')?.amountMinor,
    listEnAmountMinor: listPriceIn(order, 'USD')?.amountMinor,
    ...describeLowest(catalogue, order),
    ...(order.lines !== null && {
      lines: parseLines(order).map(({ itemId, quantity }) => ({
        name: catalogue.item(itemId)?.title ?? { en: itemId },
        quantity,
      })),
    }),
  }
}

function describeLowest(
  catalogue: Deps['catalogue'],
  order: OrderRow,
): Partial<Record<'lowestRuAmountMinor' | 'lowestEnAmountMinor', number>> {
  const item = catalogue.item(order.itemId)
  if (!item || (!listPriceIn(order, 'RUB') && !listPriceIn(order, 'USD'))) return {}
  const { priceRubMinor, priceUsdMinor, createdAt } = order
  const price = { RUB: priceRubMinor ?? undefined, USD: priceUsdMinor ?? undefined }
  const lowest = findLowestBefore(catalogue, item, { price, offerIds: parseOfferIds(order) }, createdAt)
  return { lowestRuAmountMinor: lowest.RUB, lowestEnAmountMinor: lowest.USD }
}
