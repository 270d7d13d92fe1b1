import type { ContentState } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { Section } from '../../components/layout/section.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { Instant } from '../../components/values/instant.tsx'
import { getDraftPath, useDraftName } from './other-drafts.tsx'

type Waiting = ContentState['waiting'][number]

/** Drafts whose editors ask the operator to publish them. */
export function WaitingDrafts({ waiting }: { waiting: readonly Waiting[] }) {
  const { t } = useTranslation('content')
  const nameDraft = useDraftName()
  const columns: Column<Waiting>[] = [
    { key: 'by', label: t('others.by'), cell: ({ operator }) => operator, card: 'title' },
    { key: 'what', label: t('others.what'), cell: ({ project }) => nameDraft(project), card: 'detail' },
    { key: 'why', label: t('history.reason'), cell: ({ reason }) => reason, card: 'detail' },
    {
      key: 'at',
      label: t('review.requestedAt'),
      cell: ({ requestedAt }) => <Instant at={requestedAt} />,
      card: 'end',
    },
  ]
  if (waiting.length === 0) return null
  return (
    <Section title={t('review.waiting')}>
      <DataTable
        label={t('review.waiting')}
        columns={columns}
        rows={waiting}
        getKey={getDraftPath}
        getHref={getDraftPath}
      />
    </Section>
  )
}
