import { useTranslation } from 'react-i18next'
import type { Column } from '../components/table/data-table.tsx'
import { Instant } from '../components/values/instant.tsx'
import type { Delivery } from './types.ts'
import { DeliveryOutcome, useDuration } from './values.tsx'

export function useDeliveryColumns(): Column<Delivery>[] {
  const { t } = useTranslation('game-servers')
  const formatDuration = useDuration()
  return [
    { key: 'at', label: t('deliveries.at'), card: 'title', cell: ({ at }) => <Instant at={at} /> },
    {
      key: 'outcome',
      label: t('deliveries.outcome'),
      card: 'end',
      cell: (delivery) => <DeliveryOutcome delivery={delivery} />,
    },
    {
      key: 'duration',
      label: t('deliveries.duration'),
      isNumeric: true,
      card: 'detail-end',
      cell: ({ durationMs }) => formatDuration(durationMs),
    },
    {
      key: 'origin',
      label: t('deliveries.origin'),
      card: 'detail',
      cell: ({ origin }) => t(`origin.${origin}`),
    },
    {
      key: 'response',
      label: t('deliveries.response'),
      isWideOnly: true,
      cell: ({ error, response }) => (
        <code title={response ?? error ?? undefined} className="line-clamp-1 text-13 wrap-anywhere text-soft">
          {error ?? response}
        </code>
      ),
    },
  ]
}
