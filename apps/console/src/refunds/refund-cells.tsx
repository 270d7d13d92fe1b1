import { formatMoney } from '@playhub/contract/money'
import type { OperatorRefund } from '@playhub/contract/operator'
import { RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../components/dialogs/action-button.tsx'
import type { Column } from '../components/table/data-table.tsx'
import { Id } from '../components/values/id.tsx'
import { Instant } from '../components/values/instant.tsx'
import { Money } from '../components/values/money.tsx'
import { type StateTone, StateWord } from '../components/values/state-word.tsx'
import { callOperator } from '../lib/api.ts'
import { useMe, useProjectNames } from '../lib/me.ts'

const tones: Record<OperatorRefund['state'], StateTone> = {
  pending: 'waiting',
  succeeded: 'good',
  failed: 'bad',
}

/** Columns of refunds. @param options.withOrder  Names the order and its project, where the list has several. */
export function useRefundColumns(options: { withOrder: boolean }): Column<OperatorRefund>[] {
  const { t } = useTranslation('orders')
  const nameProject = useProjectNames()
  return [
    {
      key: 'created',
      label: t('refund.created'),
      cell: (row) => <Instant at={row.createdAt} />,
      card: 'detail-end',
    },
    ...(options.withOrder
      ? [
          {
            key: 'order',
            label: t('refund.order'),
            cell: (row: OperatorRefund) => <Id value={row.orderId} />,
          },
          {
            key: 'project',
            label: t('column.project'),
            cell: (row: OperatorRefund) => nameProject(row.project),
            isWideOnly: true,
          },
        ]
      : []),
    { key: 'reason', label: t('refund.reason'), cell: (row) => row.reason, card: 'title' },
    { key: 'by', label: t('refund.by'), cell: (row) => row.requestedBy, isWideOnly: true },
    { key: 'state', label: t('refund.state'), cell: (row) => <RefundState refund={row} />, card: 'detail' },
    {
      key: 'amount',
      label: t('column.amount'),
      cell: (row) => <Money money={row} />,
      isNumeric: true,
      card: 'end',
    },
  ]
}

/** The state, what the provider said and, after a failure, the button that tries again. */
function RefundState({ refund }: { refund: OperatorRefund }) {
  const { t } = useTranslation('orders')
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3">
      <StateWord tone={tones[refund.state]}>{t(`refund.${refund.state}`)}</StateWord>
      {refund.error && <span className="text-13 text-soft">{refund.error}</span>}
      {refund.state === 'failed' && <RetryRefund refund={refund} />}
    </span>
  )
}

function RetryRefund({ refund }: { refund: OperatorRefund }) {
  const { t, i18n } = useTranslation('orders')
  if (!useMe().can('orders.refund')) return null
  return (
    <ActionButton
      label={t('refund.retry')}
      kind="quiet"
      className="relative z-1 md:min-h-8!"
      icon={<RotateCcw size={15} aria-hidden="true" />}
      title={t('refund.retryTitle', { amount: formatMoney(refund, i18n.language) })}
      consequence={t('refund.retryText')}
      onConfirm={async ({ reason, idempotencyKey }) => {
        const request = { params: { id: refund.id }, body: { reason } }
        await callOperator('POST /refunds/{id}/retry', request, { idempotencyKey })
        return t('refund.retried')
      }}
    />
  )
}
