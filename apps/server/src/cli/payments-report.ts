import { formatMoney, type Money } from '@playhub/contract'
import { describeFault } from '@playhub/contract/operator/sentences/faults'
import { type PaymentsReport, paymentsReport, reportedDays } from '../payments/reconciliation/report.ts'
import { type CommandContext, onDatabase } from './command-context.ts'
import { instant } from './format.ts'

/** Prints what reconciliation found and what disagrees. @returns 1 when something needs attention. */
export function reportPayments(context: CommandContext): Promise<number> {
  const { print } = context
  return onDatabase(context, async ({ db, clock }) => {
    const report = await paymentsReport(db, clock.now())
    context.setJson(report)
    const sections = listSections(report)
    for (const { title, lines } of sections) {
      print(`${title}: ${lines.length === 0 ? 'none' : lines.length}`)
      for (const line of lines) print(`  ${line}`)
    }
    return sections.some(({ needsAttention, lines }) => needsAttention && lines.length > 0) ? 1 : 0
  })
}

type Section = { title: string; needsAttention: boolean; lines: string[] }

function listSections(report: PaymentsReport): Section[] {
  const section = (title: string, lines: string[], needsAttention = true) => ({
    title,
    lines,
    needsAttention,
  })
  return [
    section(
      `Settled by reconciliation in ${reportedDays} days`,
      report.reconciled.map(
        ({ orderId, provider, state, reconciledAt }) =>
          `${orderId}  ${state} at ${provider}, ${formatInstant(reconciledAt)}`,
      ),
      false,
    ),
    section(
      "To review: the provider's data does not match the order",
      report.toReview.map(
        ({ orderId, provider, reviewReason }) => `${orderId}  ${provider}: ${describeFault(reviewReason)}`,
      ),
    ),
    section(
      `Refunds that failed in ${reportedDays} days; to try again: refund retry <refund>`,
      report.failedRefunds.map(
        ({ id, orderId, error, ...money }) =>
          `${orderId}  ${formatAmount(money)}, refund ${id}: ${describeFault(error)}`,
      ),
    ),
    section(
      'Refunds pending for more than three days',
      report.stuckRefunds.map(
        ({ id, orderId, createdAt, error, ...money }) =>
          `${orderId}  ${formatAmount(money)}, refund ${id} of ${formatInstant(createdAt)}: ${describeFault(error) ?? 'pending at the provider'}`,
      ),
    ),
    section(
      "Open disputes, to be answered in the provider's dashboard",
      report.disputes.map(
        ({ orderId, providerDisputeId, reason, openedAt }) =>
          `${orderId}  ${providerDisputeId} of ${formatInstant(openedAt)}: ${reason}`,
      ),
    ),
    section(
      'Dead webhooks',
      report.deadWebhooks.map(({ project, count }) => `${project}  ${count}`),
    ),
  ]
}

function formatAmount({ amountMinor, currency }: Money): string {
  return formatMoney({ amountMinor, currency }, 'en')
}

function formatInstant(at: number | null): string {
  return at === null ? 'unknown' : instant(at)
}
