import { formatMoney, localText } from '@playhub/contract'
import { fillText } from '../../i18n/server-messages.ts'
import { renderEmailLayout } from '../../platform/mail/email-layout.ts'
import { formatDateTime } from '../../platform/mail/format-date.ts'
import type { Deps } from '../deps.ts'
import { jobKinds, receiptQueue, WithdrawalPayload } from '../jobs.ts'
import { getTitle } from '../records/order.ts'
import { findOrder } from '../records/order-store.ts'
import { findRefund } from '../records/refund-store.ts'
import { findRefundRecipient } from '../refunds/refund-email.ts'

export function defineWithdrawalJobs(deps: Deps): void {
  deps.jobs.define(jobKinds.emailWithdrawal, {
    queue: receiptQueue,
    run: (payload) => emailWithdrawal(deps, WithdrawalPayload.parse(payload)),
  })
}

/** Acknowledges a step with its instant, as article 11a(4) of Directive 2011/83/EU asks. */
async function emailWithdrawal(deps: Deps, { refundId, step }: WithdrawalPayload): Promise<void> {
  const refund = await findRefund(deps.db, refundId)
  const order = refund && (await findOrder(deps.db, refund.orderId))
  const to = order && (await findRefundRecipient(deps, order, refund))
  if (!to) return
  const { operator } = deps.catalogue.content().hub
  const { language, brand, emails } = deps.catalogue.messagesIn(order.language)
  const { publicUrl } = deps.config.http
  const own = emails.withdrawal
  const { subject, heading, fact, next } = own[step]
  const at = (step === 'confirmed' ? refund.confirmedAt : refund.declaredAt) ?? refund.createdAt
  const values = {
    amount: formatMoney(refund, language),
    date: formatDateTime(at, language),
    until: formatDateTime(refund.heldUntil ?? at, language),
  }
  const title = getTitle(order, language)
  const lines = [
    ...[fact, next].map((text) => fillText(text, values)),
    fillText(own.payment, { id: order.id }),
    fillText(own.help, { email: operator.supportEmail }),
    localText(operator.company, language),
  ]
  const page = step === 'declared' ? 'withdraw' : 'transactions'
  const action = { label: own.open, url: `${publicUrl}/session/login?next=${page}` }
  await deps.mail.send({
    to,
    subject: fillText(subject, { title }),
    text: [heading, title, ...lines, `${action.label}: ${action.url}`].join('\n\n'),
    html: renderEmailLayout({ language, brand, heading, lead: title, small: lines, action, publicUrl }),
  })
}
