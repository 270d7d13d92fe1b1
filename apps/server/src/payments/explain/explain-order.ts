import { formatMoney, type Money, providerTerms } from '@playhub/contract'
import type { Explanation, OperatorOrderState } from '@playhub/contract/operator'
import { describeFault } from '@playhub/contract/operator/sentences/faults'
import english from '../../i18n/en/explanations.json' with { type: 'json' }
import russian from '../../i18n/ru/explanations.json' with { type: 'json' }
import { fillText } from '../../i18n/server-messages.ts'
import type { WebhookRow } from '../records/tables.ts'
import { isGiftClaim } from '../records/webhook.ts'
import { findings, findOpenDispute, getClosedAt, getGivenAt, getRefundedAt, type Text } from './findings.ts'
import {
  countConsumed,
  findDeclaredWithdrawal,
  findFailedRefund,
  findStuckItem,
  findStuckWebhook,
  findSurplusCharge,
  toFacts,
} from './order-facts.ts'
import type { OrderRecords } from './order-records.ts'
import { toOrderState } from './order-state.ts'

export type ExplanationStyle = {
  language: 'ru' | 'en'
  /** A player learns neither reasons nor errors. */
  audience: 'operator' | 'player'
  /** Example: `Europe/Moscow`. */
  zone: string
}

/** Explains an order in a sentence or two: what happened, and who must act. */
export function explainOrder(records: OrderRecords, style: ExplanationStyle): Explanation {
  const { audience } = style
  const { text, ...finding } = findings[findShownState(records, audience)](records)
  const messages: Partial<Record<Text, string>> = (style.language === 'ru' ? russian : english)[audience]
  const values = listValues(records, finding.nextAt, style)
  const state = findShownState(records, 'operator')
  return { state, sentence: fillText(messages[text] ?? '', values), ...finding }
}

/** A player reads about the money and the item, not about what the game or the tax service has yet to learn. */
function findShownState(records: OrderRecords, audience: ExplanationStyle['audience']): OperatorOrderState {
  const facts = toFacts(records)
  return toOrderState(records.order, {
    ...facts,
    isGameUninformed: facts.isGameUninformed && audience === 'operator',
    hasFailedReceipt: facts.hasFailedReceipt && audience === 'operator',
  })
}

const finalMessages: ReadonlySet<Text> = new Set<Text>([
  ...(['not-started', 'cancelled', 'paid', 'paid-partly-consumed', 'paid-consumed'] as const),
  ...(['partly-refunded', 'partly-refunded-lost', 'refunded', 'refunded-lost'] as const),
])

/** True when the order's status alone tells a player everything. */
export function isFinished(records: OrderRecords): boolean {
  return finalMessages.has(findings[findShownState(records, 'player')](records).text)
}

function listValues(
  records: OrderRecords,
  nextAt: number | null,
  { audience, language, zone }: ExplanationStyle,
): Record<string, string> {
  const { order, attempts, closingReceipt, purchase, refunds } = records
  const messages = language === 'ru' ? russian : english
  const time = (at: number | null | undefined) => formatInstant(at ?? order.createdAt, { language, zone })
  const money = (amount: Money) => formatMoney(amount, language)
  const toPaid = (amountMinor: number) => money({ amountMinor, currency: order.currency ?? 'USD' })
  const held = attempts.findLast(({ reviewReason }) => reviewReason !== null)
  const refund =
    findFailedRefund(records) ??
    findDeclaredWithdrawal(records) ??
    refunds.find(({ state }) => state === 'pending')
  const dispute = findOpenDispute(records)
  const provider = attempts.find(
    ({ id }) => id === (held?.id ?? refund?.attemptId ?? dispute?.attemptId),
  )?.provider
  const shownProvider = provider ?? order.provider ?? attempts.at(-1)?.provider
  const given = { paid: time(order.paidAt), decided: time(getGivenAt(records)) }
  const { isClaimed } = toFacts(records)
  return {
    ...given,
    start: fillText(
      messages.start[audience][order.paidAt !== null ? 'paid' : isClaimed ? 'claimed' : 'given'],
      given,
    ),
    created: time(order.createdAt),
    started: time(order.startedAt),
    closed: time(getClosedAt(records)),
    consumed: time(purchase?.consumedAt),
    next: nextAt === null ? messages.soon : time(nextAt),
    provider: shownProvider === undefined ? '–' : providerTerms[shownProvider].label.en,
    locked: purchase?.state === 'frozen' ? messages.locked : '',
    reason: describeFault(held?.reviewReason ?? '', language),
    error: describeFault(refund?.error ?? null, language) ?? messages.noResponse,
    receiptError: describeFault(closingReceipt?.error ?? null, language) ?? messages.noResponse,
    receiptFailed: time(closingReceipt?.finishedAt),
    refund: refund ? money(refund) : '',
    requested: time(refund?.createdAt),
    settled: time(refund?.settledAt),
    opened: time(dispute?.openedAt),
    due: time(dispute?.dueBy),
    refunded: toPaid(order.refundedMinor),
    amount: toPaid(order.amountMinor ?? 0),
    ...listWebhookValues(records, language),
    paused: time(records.pausedAt),
    used: String(countConsumed(records)),
    units: String(records.units.length),
    ...listSurplusValues(records, { money, time }),
  }
}

/** A charge for what the player owned already, and what of it went back. */
function listSurplusValues(
  records: OrderRecords,
  { money, time }: { money: (amount: Money) => string; time: (at: number | null) => string },
): Record<string, string> {
  const charge = findSurplusCharge(records)
  if (!charge) return {}
  const { amountMinor, currency, closedAt } = charge
  const returned = [
    ...records.refunds.filter(({ state }) => state === 'succeeded'),
    ...records.disputes.filter(({ state }) => state === 'lost'),
  ].reduce((sum, row) => sum + row.amountMinor, 0)
  return {
    charged: money({ amountMinor, currency }),
    chargedAt: time(closedAt),
    returned: money({ amountMinor: returned, currency }),
    returnedAt: time(getRefundedAt(records)),
  }
}

function listWebhookValues(records: OrderRecords, language: 'ru' | 'en'): Record<string, string> {
  const stuck = findStuckItem(records) ?? findStuckWebhook(records)
  if (!stuck) return {}
  const messages = language === 'ru' ? russian : english
  const refused = stuck.why === 'blocked' ? (records.blocking ?? stuck.webhook) : stuck.webhook
  const news: Record<string, string> = messages.news
  const code = isGiftClaim(stuck.webhook) ? 'gift.claimed' : stuck.webhook.type
  return {
    response: describeResponse(refused, messages.noResponse),
    tries: formatTries(refused.attempts, language),
    news: news[code] ?? code,
  }
}

/** The game server's response: "500", or "nothing" with the error on the way. */
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
