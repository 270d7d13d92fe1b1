import type { ContentVersion } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../components/table/data-table.tsx'
import { Instant } from '../../components/values/instant.tsx'
import { StateWord } from '../../components/values/state-word.tsx'
import { RestoreButton } from './restore-button.tsx'

/** @param current  The version in use; null while the folder is read. */
export function useVersionColumns(current: number | null): Column<ContentVersion>[] {
  const { t } = useTranslation('content')
  return [
    {
      key: 'number',
      label: t('history.number'),
      cell: ({ number }) => t('source.version', { version: number }),
      card: 'title',
    },
    {
      key: 'at',
      label: t('history.at'),
      cell: ({ createdAt }) => <Instant at={createdAt} />,
      card: 'detail',
    },
    {
      key: 'by',
      label: t('history.by'),
      cell: ({ operator }) => <span className="wrap-anywhere">{operator}</span>,
      card: 'detail-end',
    },
    {
      key: 'reason',
      label: t('history.reason'),
      cell: ({ reason, restores, source }) => (
        <span className="wrap-anywhere">
          {[
            source === 'folder' && t('history.fromFolder'),
            restores !== null && t('history.restores', { number: restores }),
            reason,
          ]
            .filter(Boolean)
            .join('. ')}
        </span>
      ),
      isWideOnly: true,
    },
    { key: 'files', label: t('history.files'), cell: ({ changedFiles }) => changedFiles, isNumeric: true },
    {
      key: 'action',
      label: t('history.action'),
      cell: ({ number, source }) =>
        number === current ? (
          <StateWord tone="good">{t('history.current')}</StateWord>
        ) : (
          source === 'database' && <RestoreButton number={number} isCurrent={false} className="z-1" />
        ),
      card: 'end',
    },
  ]
}

export const getVersionPath = ({ number }: ContentVersion) => `/content/history/${number}`
