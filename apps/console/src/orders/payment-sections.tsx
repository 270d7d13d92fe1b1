import { formatMoney } from '@playhub/contract/money'
import type { OperatorDispute, OperatorOrder } from '@playhub/contract/operator'
import { faultSentences } from '@playhub/contract/operator/sentences/faults'
import { Field } from '@playhub/ui/form/field.tsx'
import { MailPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../components/dialogs/action-button.tsx'
import { Section } from '../components/layout/section.tsx'
import { type Column, DataTable } from '../components/table/data-table.tsx'
import { Id } from '../components/values/id.tsx'
import { Instant } from '../components/values/instant.tsx'
import { KeyValue } from '../components/values/key-value.tsx'
import { useProviderName } from '../components/values/provider-name.ts'
import { useSentences } from '../components/values/sentences.ts'
import { type StateTone, StateWord } from '../components/values/state-word.tsx'
import { Deadline, DisputeAmount, DisputeState, useReasonName } from '../disputes/dispute-cells.tsx'
import { callOperator } from '../lib/api.ts'
import { useDraft } from '../lib/drafts.ts'
import { useMe } from '../lib/me.ts'
import { useRefundColumns } from '../refunds/refund-cells.tsx'

type Attempt = OperatorOrder['attempts'][number]
const attemptTones = {
  open: 'waiting',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'neutral',
} as const satisfies Record<string, StateTone>
type AttemptState = keyof typeof attemptTones
const isAttemptState = (state: string): state is AttemptState => Object.hasOwn(attemptTones, state)

/** Each try at a provider. */
export function Attempts({ attempts }: Pick<OperatorOrder, 'attempts'>) {
  const { t } = useTranslation('orders')
  const nameProvider = useProviderName()
  const columns: Column<Attempt>[] = [
    {
      key: 'provider',
      label: t('attempts.provider'),
      cell: (row) => nameProvider(row.provider),
      card: 'title',
    },
    {
      key: 'id',
      label: t('attempts.id'),
      cell: (row) => (row.providerPaymentId ? <Id value={row.providerPaymentId} /> : '–'),
      card: 'end',
    },
    {
      key: 'state',
      label: t('attempts.state'),
      cell: (row) => <AttemptWord attempt={row} />,
      card: 'detail',
    },
    { key: 'with', label: t('attempts.paidWith'), cell: (row) => row.paidWith ?? '–', isWideOnly: true },
    {
      key: 'created',
      label: t('attempts.created'),
      cell: (row) => <Instant at={row.createdAt} isShort />,
      card: 'detail-end',
    },
    {
      key: 'closed',
      label: t('attempts.closed'),
      cell: (row) => (row.closedAt === null ? '–' : <Instant at={row.closedAt} isShort />),
    },
  ]
  return (
    <Section title={t('attempts.title')} empty={t('attempts.empty')}>
      {attempts.length > 0 && (
        <DataTable label={t('attempts.title')} columns={columns} rows={attempts} getKey={({ id }) => id} />
      )}
    </Section>
  )
}

function AttemptWord({ attempt: { state, reviewReason, reviewSentence } }: { attempt: Attempt }) {
  const { t } = useTranslation('orders')
  const reason = useSentences()(faultSentences, reviewSentence, reviewReason)
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      {isAttemptState(state) ? (
        <StateWord tone={attemptTones[state]}>{t(`attempts.${state}`)}</StateWord>
      ) : (
        state
      )}
      {reason && <span className="text-soft">{t('attempts.review', { reason })}</span>}
    </span>
  )
}

export function Refunds({ refunds }: Pick<OperatorOrder, 'refunds'>) {
  const { t } = useTranslation('orders')
  const columns = useRefundColumns({
    withOrder: false,
    hasFailed: refunds.some(({ state }) => state === 'failed'),
  })
  return (
    <Section title={t('refund.title')} empty={t('refund.empty')}>
      {refunds.length > 0 && (
        <DataTable label={t('refund.title')} columns={columns} rows={refunds} getKey={({ id }) => id} />
      )}
    </Section>
  )
}

/** Left out without a dispute, which is rare. */
export function Disputes({ disputes }: Pick<OperatorOrder, 'disputes'>) {
  const { t } = useTranslation('orders')
  const nameReason = useReasonName()
  const columns: Column<OperatorDispute>[] = [
    { key: 'due', label: t('dispute.due'), cell: (row) => <Deadline dispute={row} />, card: 'detail' },
    { key: 'reason', label: t('dispute.reason'), cell: (row) => nameReason(row.reason), card: 'title' },
    { key: 'id', label: t('dispute.id'), cell: (row) => <Id value={row.providerDisputeId} /> },
    {
      key: 'state',
      label: t('dispute.state'),
      cell: (row) => <DisputeState state={row.state} />,
      card: 'detail-end',
    },
    {
      key: 'amount',
      label: t('column.amount'),
      cell: (row) => <DisputeAmount dispute={row} />,
      isNumeric: true,
      card: 'end',
    },
  ]
  if (disputes.length === 0) return null
  return (
    <Section title={t('dispute.title')}>
      <DataTable label={t('dispute.title')} columns={columns} rows={disputes} getKey={({ id }) => id} />
    </Section>
  )
}

export function Receipt({ order }: { order: OperatorOrder }) {
  const { t } = useTranslation('orders')
  const { receipt } = order
  return (
    <Section
      title={t('receipt.title')}
      empty={t('receipt.empty')}
      actions={receipt && <ResendReceipt order={order} number={receipt.number} />}
    >
      {receipt && (
        <div className="border-t border-line pt-3">
          <KeyValue
            facts={[
              [
                t('receipt.number'),
                <span key="number" className="numeric">
                  {receipt.number}
                </span>,
              ],
              [t('receipt.email'), receipt.email],
              [
                t('receipt.mailed'),
                receipt.mailedAt === null ? (
                  t('receipt.notMailed')
                ) : (
                  <Instant key="at" at={receipt.mailedAt} />
                ),
              ],
            ]}
          />
        </div>
      )}
      {order.closingReceipt && <ClosingReceipt receipt={order.closingReceipt} order={order} />}
    </Section>
  )
}

const closingTones = {
  waiting: 'neutral',
  sent: 'waiting',
  registered: 'good',
  failed: 'bad',
  refunded: 'info',
} as const satisfies Record<string, StateTone>

/** The fiscal receipt by which a prepayment becomes a payment. */
function ClosingReceipt({
  receipt,
  order,
}: {
  receipt: NonNullable<OperatorOrder['closingReceipt']>
  order: OperatorOrder
}) {
  const { t, i18n } = useTranslation('orders')
  const { state, amountMinor, tries, error, errorSentence, nextTryAt } = receipt
  const reason = useSentences()(faultSentences, errorSentence, error)
  const money = { amountMinor: amountMinor ?? 0, currency: order.currency ?? 'RUB' }
  return (
    <div className="border-t border-line pt-3">
      <KeyValue
        facts={[
          [
            t('closing.title'),
            <span key="state" className="inline-flex flex-wrap gap-x-2">
              <StateWord tone={closingTones[state]}>{t(`closing.${state}`)}</StateWord>
              {reason && <span className="text-soft">{reason}</span>}
            </span>,
          ],
          [t('closing.amount'), amountMinor === null ? null : formatMoney(money, i18n.language)],
          [t('closing.tries'), tries === 0 ? null : tries],
          [t('closing.next'), nextTryAt === null ? null : <Instant key="next" at={nextTryAt} />],
        ]}
      />
    </div>
  )
}

function ResendReceipt({ order, number }: { order: OperatorOrder; number: string }) {
  const { t } = useTranslation('orders')
  const draft = useDraft(`receipt-email:${order.id}`, '')
  if (!useMe().can('receipts.resend', order.project)) return null
  return (
    <ActionButton
      label={t('receipt.resend')}
      reasonFor={`receipt:${order.id}`}
      kind="quiet"
      icon={<MailPlus size={16} aria-hidden="true" />}
      title={t('receipt.ask', { number })}
      consequence={t('receipt.text')}
      onClear={draft.clear}
      onConfirm={async ({ reason }) => {
        const body = { email: draft.value.trim() || undefined, reason }
        await callOperator('POST /orders/{id}/receipt/resend', { params: { id: order.id }, body })
        return t('receipt.sent')
      }}
    >
      <Field
        label={t('receipt.other')}
        type="email"
        autoComplete="off"
        value={draft.value}
        onChange={(event) => draft.change(event.target.value)}
      />
    </ActionButton>
  )
}
