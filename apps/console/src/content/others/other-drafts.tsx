import type { ContentState } from '@playhub/contract/operator'
import { hubFiles } from '@playhub/contract/operator/content-files'
import { useTranslation } from 'react-i18next'
import { Section } from '../../components/layout/section.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { Instant } from '../../components/values/instant.tsx'
import { useMe, useProjectNames } from '../../lib/me.ts'

type Draft = ContentState['editors'][number]

/** Drafts of others whose editors do not ask for them to be published yet. */
export function OtherDrafts({ editors, waiting }: Pick<ContentState, 'editors' | 'waiting'>) {
  const { t } = useTranslation('content')
  const me = useMe()
  const nameDraft = useDraftName()
  const columns: Column<Draft>[] = [
    { key: 'by', label: t('others.by'), cell: ({ operator }) => operator, card: 'title' },
    { key: 'what', label: t('others.what'), cell: ({ project }) => nameDraft(project), card: 'detail' },
    { key: 'at', label: t('others.at'), cell: ({ savedAt }) => <Instant at={savedAt} />, card: 'end' },
  ]
  const isWaiting = (draft: Draft) => waiting.some((other) => getDraftPath(other) === getDraftPath(draft))
  const drafts = keepNewest(editors).filter(
    (draft) => me.can('content.publish', draft.project) && !isWaiting(draft),
  )
  if (drafts.length === 0) return null
  return (
    <Section title={t('others.title')}>
      <DataTable
        label={t('others.title')}
        columns={columns}
        rows={drafts}
        getKey={getDraftPath}
        getHref={getDraftPath}
      />
    </Section>
  )
}

/** @returns a function from a draft's project to its name */
export function useDraftName(): (project: string) => string {
  const { t } = useTranslation('content')
  const nameProject = useProjectNames()
  return (project) => (project === hubFiles ? t('others.hub') : nameProject(project))
}

export const getDraftPath = ({ operatorId, project }: Pick<Draft, 'operatorId' | 'project'>) =>
  `/content/drafts/${encodeURIComponent(operatorId)}/${encodeURIComponent(project)}`

/** One row for each draft. The last saved files come first. */
const keepNewest = (editors: readonly Draft[]): Draft[] =>
  editors.filter(
    (file, index) => editors.findIndex((other) => getDraftPath(other) === getDraftPath(file)) === index,
  )
