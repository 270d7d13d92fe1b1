import { formatMoney, type Money } from '@playhub/contract'
import { type PaymentsReport, paymentsReport, reportedDays } from '../payments/index.ts'
import type { Operator } from './commands.ts'

/** What reconciliation settled, and what disagrees. @returns 1 when something wants to be looked at */
export async function reportPayments({ openDb, clock, say }: Operator): Promise<number> {
  const db = await openDb()
  try {
    const sections = sectionsOf(await paymentsReport(db, clock.now()))
    for (const { title, lines } of sections) {
      say(`${title}: ${lines.length === 0 ? 'none' : lines.length}`)
      for (const line of lines) say(`  ${line}`)
    }
    return sections.some(({ isTrouble, lines }) => isTrouble && lines.length > 0) ? 1 : 0
  } finally {
    await db.destroy()
  }
}

type Section = { title: string; isTrouble: boolean; lines: string[] }

function sectionsOf(report: PaymentsReport): Section[] {
  const section = (title: string, lines: string[], isTrouble = true) => ({ title, lines, isTrouble })
  return [
    section(
      `Settled by reconciliation in ${reportedDays} days`,
      report.reconciled.map(
        ({ orderId, provider, state, reconciledAt }) =>
          `${orderId}  ${state} at ${provider}, ${instant(reconciledAt)}`,
      ),
      false,
    ),
    section(
      'Held: the provider says something that does not fit',
      report.toReview.map(
        ({ orderId, provider, reviewReason }) => `${orderId}  ${provider}: ${reviewReason}`,
      ),
    ),
    section(
      `Refunds that failed in ${reportedDays} days: ask once more by refund retry <refund>`,
      report.failedRefunds.map(
        ({ id, orderId, error, ...money }) => `${orderId}  ${sumOf(money)}, refund ${id}: ${error}`,
      ),
    ),
    section(
      'Refunds on their way for more than three days',
      report.stuckRefunds.map(
        ({ id, orderId, createdAt, error, ...money }) =>
          `${orderId}  ${sumOf(money)}, refund ${id} of ${instant(createdAt)}: ${error ?? 'the provider says pending'}`,
      ),
    ),
    section(
      'Open disputes: answer them at the provider',
      report.disputes.map(
        ({ orderId, providerDisputeId, reason, openedAt }) =>
          `${orderId}  ${providerDisputeId} of ${instant(openedAt)}: ${reason}`,
      ),
    ),
    section(
      'Webhooks that were given up',
      report.deadWebhooks.map(({ project, count }) => `${project}  ${count}`),
    ),
  ]
}

function sumOf({ amountMinor, currency }: Money): string {
  return formatMoney({ amountMinor, currency }, 'en')
}

function instant(at: number | null): string {
  return at === null ? 'unknown' : new Date(at).toISOString()
}
