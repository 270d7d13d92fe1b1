import { zodResolver } from '@hookform/resolvers/zod'
import type { Transaction } from '@playhub/contract'
import { supportForm } from '@playhub/contract/forms'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { forgetProblem, type GameProblem, readProblem } from '../play/bar/game-problem.ts'
import type { SupportPrefill } from './load-support.ts'
import { NoOrder, OrderCard } from './order-card.tsx'
import { TicketForm } from './ticket-form.tsx'
import type { TicketValues } from './tickets.ts'

/** The form for a new ticket, and its payment. */
export function SupportRequest({ paymentId = '', prefill }: { paymentId?: string; prefill: SupportPrefill }) {
  const { payment, email, recentPayments } = prefill
  const { t } = useTranslation('support')
  const [problem] = useState(readProblem)
  // Only once the form is shown: React may begin to render it several times.
  useEffect(forgetProblem, [])
  const form = useForm<TicketValues>({
    resolver: zodResolver(supportForm),
    mode: 'onTouched',
    defaultValues: { paymentId, email, message: problem ? describeProblem(t, problem) : '' },
  })
  const payments = listPayments(payment, recentPayments)
  const id = form.watch('paymentId')
  const chosen = payments.find(({ uuid }) => uuid === id)
  const isUnknown = paymentId !== '' && payment === null && id === paymentId
  const hasAside = payments.length > 0 || isUnknown
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <TicketForm form={form} payments={payments} />
      {chosen && <OrderCard payment={chosen} />}
      {!chosen && hasAside && <NoOrder isNotFound={isUnknown} />}
    </div>
  )
}

/** Details about the game for support, below the player's own words. */
function describeProblem(
  t: TFunction<'support'>,
  { name, buildNumber, context, lastError }: GameProblem,
): string {
  const lines = [
    t('problem.game', { name }),
    buildNumber === null ? '' : t('problem.build', { number: buildNumber }),
    context === null ? '' : t('problem.context', { text: context }),
    lastError === null ? '' : t('problem.error', { error: lastError }),
  ]
  return `\n\n${lines.filter((line) => line !== '').join('\n')}`
}

/** The recent payments, with the given one before them unless it is one of them. */
function listPayments(given: Transaction | null, recent: Transaction[]): Transaction[] {
  return given && !recent.some(({ uuid }) => uuid === given.uuid) ? [given, ...recent] : recent
}
