import { formatMoney, type PaymentProvider } from '@playhub/contract'
import type { Explanation, OperatorOrderState } from '@playhub/contract/operator'
import english from '../../i18n/en/explanations.json' with { type: 'json' }
import russian from '../../i18n/ru/explanations.json' with { type: 'json' }
import { fillText } from '../../i18n/server-texts.ts'
import { toRetryKey } from '../records/refund-store.ts'
import type {
  AttemptRow,
  DisputeRow,
  OrderRow,
  PurchaseRow,
  RefundRow,
  WebhookRow,
} from '../records/tables.ts'
import { type OrderFacts, toOrderState } from './order-state.ts'

/** Everything that explains an order. Lists are oldest first. */
export type OrderRecords = {
  order: OrderRow
  attempts: AttemptRow[]
  purchase: PurchaseRow | undefined
  webhooks: WebhookRow[]
  refunds: RefundRow[]
  disputes: DisputeRow[]
}

export type ExplanationStyle = {
  language: 'ru' | 'en'
  /** A player learns neither reasons nor errors. */
  audience: 'operator' | 'player'
  /** Example: `Europe/Moscow`. */
  zone: string
}

type Text = keyof typeof english.operator
/** What a sentence says, and who must act. */
type Finding = Pick<Explanation, 'actor' | 'since' | 'nextAt'> & { text: Text }

/** Explains an order in a sentence or two: what happened, and who must act. */
export function explainOrder(records: OrderRecords, style: ExplanationStyle): Explanation {
  const state = toOrderState(records.order, toFacts(records))
  const { text, ...finding } = findings[state](records)
  const texts = style.language === 'ru' ? russian : english
  const values = listValues(records, finding.nextAt, style)
  return { state, sentence: fillText(texts[style.audience][text], values), ...finding }
}

const settledTexts: ReadonlySet<Text> = new Set<Text>([
  ...(['not-started', 'cancelled', 'paid', 'paid-consumed'] as const),
  ...(['partly-refunded', 'refunded', 'refunded-lost'] as const),
])

/** True when the order's status alone tells a player everything. */
export function isSettled(records: OrderRecords): boolean {
  return settledTexts.has(findings[toOrderState(records.order, toFacts(records))](records).text)
}

export function toFacts({ attempts, disputes, refunds, webhooks }: OrderRecords): OrderFacts {
  return {
    isHeld: attempts.some(({ reviewReason }) => reviewReason !== null),
    hasOpenDispute: disputes.some(({ state }) => state === 'open'),
    hasFailedRefund: findFailedRefund(refunds) !== undefined,
    hasFailingWebhook: findFailing(webhooks) !== undefined,
  }
}

const findings: Record<OperatorOrderState, (records: OrderRecords) => Finding> = {
  'not-started': (records) =>
    explainClosed(records) ?? find('not-started', 'player', records.order.createdAt),
  pending: ({ order, attempts }) => {
    const nextAt = attempts.find(({ state }) => state === 'open')?.nextCheckAt ?? null
    return { ...find('pending', 'player', order.startedAt ?? order.createdAt), nextAt }
  },
  held: ({ order, attempts }) => {
    const attempt = attempts.findLast(({ reviewReason }) => reviewReason !== null)
    return find('held', 'operator', attempt?.checkedAt ?? order.createdAt)
  },
  failed: (records) => explainClosed(records) ?? find('failed', 'player', getClosedAt(records)),
  cancelled: (records) => explainClosed(records) ?? find('cancelled', 'player', getClosedAt(records)),
  undelivered: ({ order, webhooks }) => {
    const webhook = findFailing(webhooks)
    const since = order.paidAt ?? order.createdAt
    if (webhook?.state === 'dead') return find('undelivered-dead', 'operator', since)
    return { ...find('undelivered', 'game', since), nextAt: webhook?.nextTryAt || null }
  },
  paid: explainPaid,
  disputed: ({ order, disputes }) => {
    const dispute = disputes.find(({ state }) => state === 'open')
    const hasDeadline = dispute !== undefined && dispute.dueBy !== null
    return find(hasDeadline ? 'disputed-due' : 'disputed', 'operator', dispute?.openedAt ?? order.createdAt)
  },
  'refund-failed': ({ order, refunds }) =>
    find('refund-failed', 'operator', findFailedRefund(refunds)?.settledAt ?? order.createdAt),
  'partly-refunded': (records) =>
    findPendingRefund(records) ?? find('partly-refunded', 'nobody', getRefundedAt(records)),
  refunded: (records) => {
    const isLost = records.disputes.some(({ state }) => state === 'lost')
    return find(isLost ? 'refunded-lost' : 'refunded', 'nobody', getRefundedAt(records))
  },
}

function find(text: Text, actor: Explanation['actor'], since: number): Finding {
  return { text, actor, since, nextAt: null }
}

function explainPaid(records: OrderRecords): Finding {
  const { order, purchase, webhooks } = records
  const pending = findPendingRefund(records)
  if (pending) return pending
  const paidAt = order.paidAt ?? order.createdAt
  if (purchase?.state === 'consumed') return find('paid-consumed', 'nobody', purchase.consumedAt ?? paidAt)
  if (purchase?.decidedState === 'revoked') return find('paid-revoked', 'nobody', paidAt)
  if (webhooks.some(({ state }) => state === 'waiting')) return find('paid-waiting', 'hub', paidAt)
  return find('paid', 'game', paidAt)
}

/** An unpaid order that an operator has decided about. A charge that came later is returned. */
function explainClosed(records: OrderRecords): Finding | undefined {
  const { order, purchase, refunds } = records
  if (order.closedAt === null) return undefined
  const failed = findFailedRefund(refunds)
  if (failed) return find('refund-failed', 'operator', failed.settledAt ?? order.closedAt)
  const isGiven = purchase !== undefined && purchase.state !== 'revoked'
  return findPendingRefund(records) ?? find(isGiven ? 'closed-given' : 'closed', 'nobody', order.closedAt)
}

function findPendingRefund({ refunds }: OrderRecords): Finding | undefined {
  const refund = refunds.find(({ state }) => state === 'pending')
  return refund && { ...find('refund-pending', 'provider', refund.createdAt), nextAt: refund.nextCheckAt }
}

/** The latest one that was not retried. */
function findFailedRefund(refunds: RefundRow[]): RefundRow | undefined {
  const keys = new Set(refunds.map(({ requestKey }) => requestKey))
  return refunds.findLast(({ id, state }) => state === 'failed' && !keys.has(toRetryKey(id)))
}

/** The oldest one: those behind it wait for it. */
function findFailing(webhooks: WebhookRow[]): WebhookRow | undefined {
  return webhooks.find(({ attempts, state }) => attempts > 0 && state !== 'delivered')
}

function getClosedAt({ order, attempts }: OrderRecords): number {
  return (
    attempts.findLast(({ closedAt }) => closedAt !== null)?.closedAt ?? order.startedAt ?? order.createdAt
  )
}

function getRefundedAt({ order, refunds, disputes }: OrderRecords): number {
  const settled = [...refunds, ...disputes].map(({ settledAt }) => settledAt ?? 0)
  return Math.max(...settled) || (order.paidAt ?? order.createdAt)
}

const providerNames: Record<PaymentProvider, string> = {
  stripe: 'Stripe',
  yookassa: 'YooKassa',
  'yandex-pay': 'Yandex Pay',
}

function listValues(
  records: OrderRecords,
  nextAt: number | null,
  { language, zone }: ExplanationStyle,
): Record<string, string> {
  const { order, attempts, purchase, webhooks, refunds, disputes } = records
  const texts = language === 'ru' ? russian : english
  const time = (at: number | null | undefined) => formatInstant(at ?? order.createdAt, { language, zone })
  const money = (amountMinor: number) =>
    formatMoney({ amountMinor, currency: order.currency ?? 'USD' }, language)
  const held = attempts.findLast(({ reviewReason }) => reviewReason !== null)
  const webhook = findFailing(webhooks)
  const refund = refunds.find(({ state }) => state === 'pending') ?? findFailedRefund(refunds)
  const dispute = disputes.find(({ state }) => state === 'open')
  const provider = order.provider ?? attempts.at(-1)?.provider
  return {
    created: time(order.createdAt),
    started: time(order.startedAt),
    paid: time(order.paidAt),
    closed: time(getClosedAt(records)),
    consumed: time(purchase?.consumedAt),
    next: nextAt === null ? texts.soon : time(nextAt),
    provider: provider === undefined ? '–' : providerNames[provider],
    reason: held?.reviewReason ?? '',
    error: webhook ? describeResponse(webhook, texts.noResponse) : (refund?.error ?? texts.noResponse),
    tries: formatTries(webhook?.attempts ?? 0, language),
    refund: refund ? formatMoney(refund, language) : '',
    requested: time(refund?.createdAt),
    settled: time(refund?.settledAt),
    opened: time(dispute?.openedAt),
    due: time(dispute?.dueBy),
    refunded: money(order.refundedMinor),
    amount: money(order.amountMinor ?? 0),
    decided: time(order.closedAt),
  }
}

/** What the game server answers: "500", or "nothing" with what went wrong on the way. */
function describeResponse({ lastError }: WebhookRow, noResponse: string): string {
  if (lastError === null) return noResponse
  return /(?:^| )(\d{3})$/.exec(lastError)?.[1] ?? `${noResponse} (${lastError})`
}

/** Such as "26 Nov, 22:50", in the publisher's zone. */
function formatInstant(at: number, { language, zone }: Pick<ExplanationStyle, 'language' | 'zone'>): string {
  return new Intl.DateTimeFormat(language === 'ru' ? 'ru' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  }).format(at)
}

/** "3 tries" */
function formatTries(count: number, language: 'ru' | 'en'): string {
  const { tries } = language === 'ru' ? russian : english
  const form = new Intl.PluralRules(language).select(count)
  return fillText(form === 'zero' || form === 'two' ? tries.other : tries[form], { count: String(count) })
}
