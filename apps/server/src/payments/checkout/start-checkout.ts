import type { PaymentProvider } from '@playhub/contract'
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Deps, findReceiptEmail } from '../deps.ts'
import { verifyPlayer } from '../game-webhooks/verify-player.ts'
import { refuseChangedPrice, toPricedOrder } from '../offers/order-quote.ts'
import { ownsOrdered } from '../offers/owns-line.ts'
import { expectPriceInForce, isPriceRefusal } from '../offers/price-in-force.ts'
import { isProviderError, type Provider, ProviderRefused } from '../provider.ts'
import { applyPayment } from '../provider-events/apply-payment.ts'
import { providerDefinitions } from '../providers/index.ts'
import { fixFiscalTerms } from '../receipts/fiscal-terms.ts'
import { closeAttempt, findOpenAttempt, insertAttempt } from '../records/attempt-store.ts'
import { findChargeAmount } from '../records/order.ts'
import {
  beginAttempt,
  chooseProvider,
  endPending,
  expectOrder,
  findOrder,
  lockOrder,
} from '../records/order-store.ts'
import { nextCheckAt } from '../records/schedules.ts'
import type { AttemptRow, OrderRow } from '../records/tables.ts'
import { chargesCard, limitPresses } from '../remembered-cards/remembered-cards.ts'
import { isWaiverMissing } from '../withdrawal/waiver.ts'
import { cancelSuperseded, supersede } from './cancel.ts'
import { createPayment } from './create-payment.ts'
import { addScreenCall, isOutdated } from './screen-calls.ts'

export type StartRequest = {
  playerId: string
  orderId: string
  provider: PaymentProvider
  screenCall?: string | undefined
  /** Of the buyer's IP. */
  countryByNetwork: string | null
  /** As `card` of an attempt; undefined: as the open attempt, unless that one charges a remembered card. */
  card?: string | null | undefined
}

type StartedCheckout = { providerPaymentId: string; clientToken: string }

/** Each pass closes an attempt ended or opened at another provider. More passes mean interference by other tabs. */
const maxPasses = 5

/**
 * Opens the order at a provider, or returns its open payment. Idempotent: the attempt row is the lock. It is saved
 * before calling the provider, so a payment with a lost response is still ours. A later cancellation wins over this
 * request, whichever arrives first.
 * @throws Refusal PAYMENT_CANCELLED when the player has cancelled meanwhile, PAYMENT_CLOSED when an operator has
 *   decided about
 *   the order, PAYMENT_IN_PROGRESS when other tabs go on switching providers
 */
export async function startCheckout(deps: Deps, request: StartRequest): Promise<StartedCheckout> {
  const found = await expectOrder(deps, request.playerId, request.orderId)
  if (isOutdated(found, request.screenCall)) throw new Refusal('PAYMENT_CANCELLED')
  const order = {
    ...found,
    screenCalls: addScreenCall(found, request.screenCall),
    withdrawalMode: deps.catalogue.content().hub.legal.withdrawal,
  }
  const provider = selectProvider(deps, order, request.provider)
  const card = provider.remembersCards ? request.card : null
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const checkout = await checkOut(deps, order, provider, { ...request, card })
    if (checkout) return checkout
  }
  throw new Refusal('PAYMENT_IN_PROGRESS')
}

/** @returns  null when the order had another attempt, which is closed now */
async function checkOut(
  deps: Deps,
  order: OrderRow,
  provider: Provider,
  { countryByNetwork, card }: Pick<StartRequest, 'countryByNetwork' | 'card'>,
): Promise<StartedCheckout | null> {
  await verifyPlayer(deps, order, provider.name)
  const attempt = await openAttempt(deps, order, provider, { countryByNetwork, card: card ?? null }).catch(
    async (error) => {
      if (isPriceRefusal(error)) await endIdlePending(deps, order.id)
      throw error
    },
  )
  if (!attempt) return null
  if (attempt.provider !== provider.name || !isFor(attempt, card)) {
    await supersede(deps, attempt)
    return null
  }
  try {
    return await (attempt.providerPaymentId === null
      ? create(deps, order, provider, attempt)
      : resume(deps, provider, attempt, attempt.providerPaymentId))
  } catch (error) {
    throw await refusalAfter(deps, attempt, error)
  }
}

/** So that the player can order the item anew. */
function endIdlePending({ db }: Deps, orderId: string): Promise<void> {
  return transact(db, async (tx) => {
    await lockOrder(tx, orderId)
    await endPending(tx, orderId, 'none')
  })
}

const isFor = (attempt: AttemptRow, card: StartRequest['card']) =>
  card === undefined ? !chargesCard(attempt) : attempt.card === card

async function create(
  deps: Deps,
  order: OrderRow,
  provider: Provider,
  opened: AttemptRow,
): Promise<StartedCheckout | null> {
  const { providerPaymentId, clientToken, attempt } = await createPayment(deps, provider, order, opened)
  if (attempt.supersededAt !== null) throw await refuseSuperseded(deps, order, attempt)
  return clientToken === null || attempt.state !== 'open'
    ? resume(deps, provider, attempt, providerPaymentId)
    : { providerPaymentId, clientToken }
}

/** Cancels a payment created after its attempt was closed here. */
async function refuseSuperseded(deps: Deps, order: OrderRow, attempt: AttemptRow): Promise<Refusal> {
  const check = await cancelSuperseded(deps, attempt)
  if (check?.kind === 'paid') return new Refusal('PAYMENT_ALREADY_PAID')
  const latest = await findOrder(deps.db, order.id)
  if (latest?.closedAt != null) return new Refusal('PAYMENT_CLOSED')
  return new Refusal(latest?.cancelCount === order.cancelCount ? 'PAYMENT_IN_PROGRESS' : 'PAYMENT_CANCELLED')
}

/**
 * @throws Refusal PAYMENTS_METHODS_NOT_EXIST when the project does not offer the provider or has no price for it,
 *         PAYMENTS_PROVIDER_DATA_NOT_EXIST when it is not configured
 */
function selectProvider({ catalogue, providers }: Deps, order: OrderRow, name: PaymentProvider): Provider {
  const allowed = catalogue.project(order.project)?.paymentsMethods ?? []
  const isOffered =
    allowed.some(({ provider }) => provider === name) && findChargeAmount(order, name) !== null
  if (!isOffered) throw new Refusal('PAYMENTS_METHODS_NOT_EXIST')
  const provider = providers[name]
  if (!provider) throw new Refusal('PAYMENTS_PROVIDER_DATA_NOT_EXIST')
  return provider
}

/**
 * The order's open attempt. When two calls race, one inserts it, and both return the same row.
 * @returns  undefined when the blocking attempt has been closed in between
 * @throws Refusal RECEIPT_EMAIL_REQUIRED when a fiscal receipt has no recipient email, PAYMENT_ALREADY_PAID,
 *   PAYMENT_CLOSED, PAYMENT_CANCELLED, ITEM_ALREADY_OWNED, WITHDRAWAL_WAIVER_REQUIRED, CARD_NOT_FOUND, and as `limitPresses` and
 *   `expectPriceInForce`
 */
async function openAttempt(
  deps: Deps,
  order: OrderRow,
  provider: Provider,
  chosen: Pick<AttemptRow, 'countryByNetwork' | 'card'>,
): Promise<AttemptRow | undefined> {
  const receiptEmail = await findReceiptEmail(deps, order.playerId)
  if (provider.fiscal && !receiptEmail) throw new Refusal('RECEIPT_EMAIL_REQUIRED')
  const attempt = newAttempt(deps, order, provider, { ...chosen, receiptEmail })
  const isPress = chargesCard(attempt)
  return transact(deps.db, async (tx) => {
    // Before the order, as an erasure does.
    if (isPress && !(await deps.lockAccount(tx, order.playerId))) throw new Refusal('CARD_NOT_FOUND')
    if (await ownsOrdered(deps, tx, order)) throw new Refusal('ITEM_ALREADY_OWNED')
    const begun = await beginAttempt(tx, order, attempt)
    if (!begun) {
      const latest = await findOrder(tx, order.id)
      if (latest?.closedAt != null) throw new Refusal('PAYMENT_CLOSED')
      throw new Refusal(latest?.status === 'paid' ? 'PAYMENT_ALREADY_PAID' : 'PAYMENT_CANCELLED')
    }
    if (isWaiverMissing(deps, begun)) throw new Refusal('WITHDRAWAL_WAIVER_REQUIRED')
    // Another tab has ordered the item again meanwhile.
    if (findChargeAmount(begun, provider.name)?.amountMinor !== attempt.amountMinor)
      throw refuseChangedPrice(toPricedOrder(begun))
    if (await insertAttempt(tx, attempt)) {
      await expectPriceInForce(deps, tx, begun)
      if (isPress) await limitPresses(deps, tx, order.playerId)
      return attempt
    }
    const open = await findOpenAttempt(tx, order.id)
    if (open) await chooseProvider(tx, open)
    return open
  })
}

function newAttempt(
  deps: Deps,
  order: OrderRow,
  provider: Provider,
  buyer: Pick<AttemptRow, 'receiptEmail' | 'countryByNetwork' | 'card'>,
): AttemptRow {
  const { name } = provider
  const now = deps.clock.now()
  const charge = findChargeAmount(order, name)
  if (!charge) throw new Refusal('PAYMENTS_METHODS_NOT_EXIST')
  return {
    id: newId(),
    orderId: order.id,
    provider: name,
    providerPaymentId: null,
    ...charge,
    state: 'open',
    ...buyer,
    fiscalTerms: fixFiscalTerms(deps, order, provider, charge),
    paidWith: null,
    reviewReason: null,
    checkedAt: 0,
    nextCheckAt: nextCheckAt({ createdAt: now }, now),
    createdAt: now,
    closedAt: null,
    supersededAt: null,
    cancelRequestedAt: null,
    nextTotalsCheckAt: null,
    reconciledAt: null,
  }
}

/**
 * Continues an open payment.
 * @returns  null when it has ended unpaid, which is recorded now
 */
async function resume(
  deps: Deps,
  provider: Provider,
  attempt: AttemptRow,
  providerPaymentId: string,
): Promise<StartedCheckout | null> {
  const { payment, clientToken } = await provider.resumeCheckout(providerPaymentId)
  const { kind } = await applyPayment(deps, { ...attempt, providerPaymentId }, payment)
  if (kind === 'open' && clientToken !== null) return { providerPaymentId, clientToken }
  if (kind === 'paid') throw new Refusal('PAYMENT_ALREADY_PAID')
  // The buyer has paid: the provider is still processing the money, or it does not match the attempt.
  if (kind === 'open' || kind === 'mismatch') throw new Refusal('PAYMENT_IN_PROGRESS')
  // Only another press charges the card again.
  if (chargesCard(attempt)) throw new Refusal('CARD_REFUSED')
  return null
}

/** Closes a refused attempt. One possibly opened stays for the next call. */
async function refusalAfter(deps: Deps, attempt: AttemptRow, error: unknown): Promise<unknown> {
  if (!isProviderError(error)) return error
  const { id, orderId, provider } = attempt
  deps.log.error({ err: error, orderId, attemptId: id, provider }, 'Payment not opened by the provider')
  if (error instanceof ProviderRefused && attempt.providerPaymentId === null) {
    await transact(deps.db, async (tx) => {
      await lockOrder(tx, orderId)
      await closeAttempt(tx, id, 'failed', deps.clock.now())
      await endPending(tx, orderId, 'none')
    })
  }
  const isCardRefused = error instanceof ProviderRefused && chargesCard(attempt)
  const code = isCardRefused ? 'CARD_REFUSED' : providerDefinitions[provider].startRefusal
  return new Refusal(code, undefined, { cause: error })
}
