import type { OperatorRefund } from '@playhub/contract/operator'
import { faultSentences } from '@playhub/contract/operator/sentences/faults'
import { useTranslation } from 'react-i18next'
import type { Column } from '../components/table/data-table.tsx'
import { Id } from '../components/values/id.tsx'
import { Instant } from '../components/values/instant.tsx'
import { Money } from '../components/values/money.tsx'
import { useSentences } from '../components/values/sentences.ts'
import { useProjectNames } from '../lib/me.ts'
import { RefundFailure, RefundState } from './refund-state.tsx'

const requesters = ['operator', 'game', 'hub', 'provider', 'player'] as const

type Options = {
  /** Names the order and its project, where the list has several. */
  withOrder: boolean
  /** Some refunds have failed: why, and the button that tries again. */
  hasFailed: boolean
}

export function useRefundColumns(options: Options): Column<OperatorRefund>[] {
  const { t } = useTranslation('orders')
  const nameProject = useProjectNames()
  const nameRequester = useRequesterNames()
  const say = useSentences()
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
            isWidestOnly: true,
          },
          {
            key: 'project',
            label: t('column.project'),
            cell: (row: OperatorRefund) => nameProject(row.project),
            isWideOnly: true,
          },
        ]
      : []),
    {
      key: 'reason',
      label: t('refund.reason'),
      cell: (row) => (
        <span className="line-clamp-2 wrap-anywhere">
          {say(faultSentences, row.reasonSentence, row.reason)}
        </span>
      ),
      card: 'title',
    },
    {
      key: 'by',
      label: t('refund.by'),
      cell: (row) => row.operator ?? nameRequester(row.requestedBy),
      isWideOnly: true,
    },
    { key: 'state', label: t('refund.state'), cell: (row) => <RefundState refund={row} />, card: 'detail' },
    ...(options.hasFailed
      ? [
          {
            key: 'failure',
            label: t('refund.failure'),
            cell: (row: OperatorRefund) => row.state === 'failed' && <RefundFailure refund={row} />,
            card: 'wide' as const,
          },
        ]
      : []),
    {
      key: 'amount',
      label: t('column.amount'),
      cell: (row) => <Money money={row} />,
      isNumeric: true,
      card: 'end',
    },
  ]
}

/** A refund from before operators were stored, or one without an operator. */
function useRequesterNames(): (requestedBy: string) => string {
  const { t } = useTranslation('orders')
  return (requestedBy) => {
    const known = requesters.find((one) => one === requestedBy)
    return known ? t(`refund.requester.${known}`) : requestedBy
  }
}
