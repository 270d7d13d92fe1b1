import { formatMoney } from '@playhub/contract'
import type { Db } from '../../platform/database/database.ts'
import type { OrderRow } from '../tables.ts'
import { findOrder } from './order-store.ts'
import {
  listAttemptsOf,
  listDeliveriesOf,
  listDisputesOfOrder,
  listPurchasesOfOrder,
  listReceiptsOfOrder,
  listRefundsOfOrder,
  listWebhooksOfOrder,
} from './timeline-store.ts'

/** One thing that happened to an order, in words for an operator. */
export type TimelineEntry = { at: number; says: string }

/** What has not happened has no instant, and is left out. */
type Happening = { at: number | null; says: string }

/** Everything that happened to an order and can be told: instants and states, no secret and no address. Oldest first. */
export async function orderTimeline(db: Db, orderId: string): Promise<TimelineEntry[]> {
  const order = await findOrder(db, orderId)
  if (!order) return []
  const happenings = [
    ...ofOrder(order),
    ...(await listAttemptsOf(db, orderId)).flatMap(ofAttempt),
    ...(await listDeliveriesOf(db, orderId)).map(ofDelivery),
    ...(await listPurchasesOfOrder(db, orderId)).flatMap(ofPurchase),
    ...(await listWebhooksOfOrder(db, orderId)).flatMap(ofWebhook),
    ...(await listReceiptsOfOrder(db, orderId)).flatMap(ofReceipt),
    ...(await listRefundsOfOrder(db, orderId)).flatMap(ofRefund),
    ...(await listDisputesOfOrder(db, orderId)).flatMap(ofDispute),
  ]
  return happenings.filter(hasHappened).sort((one, other) => one.at - other.at)
}

const hasHappened = (happening: Happening): happening is TimelineEntry => happening.at !== null

type Rows<Lister extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Lister>>[number]

function ofOrder(order: OrderRow): Happening[] {
  const { titleEn, project, priceUsdMinor, priceRubMinor, createdAt, startedAt, paidAt, status } = order
  const usd = formatMoney({ amountMinor: priceUsdMinor, currency: 'USD' }, 'en')
  const rub = formatMoney({ amountMinor: priceRubMinor, currency: 'RUB' }, 'en')
  const unpaid = status === 'paid' ? '' : `; it stands at "${status}" now`
  return [
    { at: createdAt, says: `Ordered "${titleEn}" of ${project} for ${usd} or ${rub}${unpaid}` },
    { at: startedAt, says: 'Paying began' },
    { at: paidAt, says: `The order is paid, through ${order.provider}` },
  ]
}

function ofAttempt(attempt: Rows<typeof listAttemptsOf>): Happening[] {
  const { provider, state, paidWith, heldReason } = attempt
  const name = `The attempt at ${provider}`
  return [
    { at: attempt.createdAt, says: `An attempt at ${provider} opened for ${formatMoney(attempt, 'en')}` },
    { at: attempt.supersededAt, says: `${name} was left for another way to pay` },
    { at: attempt.closedAt, says: `${name}: ${state}${paidWith === null ? '' : `, ${paidWith}`}` },
    { at: attempt.reconciledAt, says: `${name} was settled by reconciliation` },
    { at: heldReason === null ? null : attempt.checkedAt, says: `${name} is held: ${heldReason}` },
  ]
}

function ofDelivery({ provider, kind, receivedAt }: Rows<typeof listDeliveriesOf>): Happening {
  return { at: receivedAt, says: `${provider} told: ${kind}` }
}

function ofPurchase({ state, createdAt, consumedAt }: Rows<typeof listPurchasesOfOrder>): Happening[] {
  const now = state === 'granted' ? '' : `; it is ${state} now`
  return [
    { at: createdAt, says: `The purchase was granted${now}` },
    { at: consumedAt, says: 'The game consumed the purchase' },
  ]
}

function ofWebhook(webhook: Rows<typeof listWebhooksOfOrder>): Happening[] {
  const { type, state, attempts } = webhook
  const stands = state === 'delivered' ? '' : `; it is ${state} after ${triesInWords(attempts)}`
  return [
    { at: webhook.createdAt, says: `The webhook ${type} was written${stands}` },
    { at: webhook.deliveredAt, says: `The game server took the webhook ${type}` },
  ]
}

const triesInWords = (attempts: number) => `${attempts} ${attempts === 1 ? 'try' : 'tries'}`

function ofReceipt({ number, createdAt, mailedAt }: Rows<typeof listReceiptsOfOrder>): Happening[] {
  return [
    { at: createdAt, says: `The receipt ${number} was made` },
    { at: mailedAt, says: `The receipt ${number} was mailed` },
  ]
}

function ofRefund(refund: Rows<typeof listRefundsOfOrder>): Happening[] {
  const name = `A refund of ${formatMoney(refund, 'en')}`
  return [
    {
      at: refund.createdAt,
      says: `${name} was asked for by the ${refund.requestedBy}; it is ${refund.state}`,
    },
    { at: refund.askedAt, says: `${name} was sent to the provider` },
    { at: refund.settledAt, says: `${name} has ${refund.state}` },
  ]
}

function ofDispute({ state, reason, openedAt, settledAt }: Rows<typeof listDisputesOfOrder>): Happening[] {
  return [
    { at: openedAt, says: `A dispute was opened: ${reason}` },
    { at: settledAt, says: `The dispute was ${state}` },
  ]
}
