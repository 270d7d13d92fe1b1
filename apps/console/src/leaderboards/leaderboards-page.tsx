import type { OperatorLeaderboard } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { type Column, DataTable } from '../components/table/data-table.tsx'
import { StateWord } from '../components/values/state-word.tsx'
import { callOperator } from '../lib/api.ts'
import { useProjectNames } from '../lib/me.ts'
import { usePolling } from '../lib/use-polling.ts'

export const loader = async () => (await callOperator('GET /leaderboards', { query: {} })).data.result

/** Every game's leaderboards, those with a reported name first. */
export function Component() {
  const { t } = useTranslation(['leaderboards', 'common'])
  const boards = useLoaderData<typeof loader>()
  const columns = useColumns()
  usePolling()
  const byReports = [...boards].sort((one, other) => other.reportedNames - one.reportedNames)
  return (
    <PageFrame title={t('common:area.leaderboards')}>
      {boards.length === 0 ? (
        <p className="py-16 text-center text-15 text-pretty text-soft">{t('none')}</p>
      ) : (
        <DataTable
          label={t('common:area.leaderboards')}
          columns={columns}
          rows={byReports}
          getKey={({ project, board }) => `${project} ${board}`}
          getHref={getBoardPath}
        />
      )}
    </PageFrame>
  )
}

/** Opens on the reported names where there are some. */
function getBoardPath({ project, board, reportedNames }: OperatorLeaderboard): string {
  const path = `/leaderboards/${encodeURIComponent(project)}/${encodeURIComponent(board)}`
  return reportedNames > 0 ? `${path}?state=reported` : path
}

function useColumns(): Column<OperatorLeaderboard>[] {
  const { t, i18n } = useTranslation('leaderboards')
  const nameProject = useProjectNames()
  const numbers = new Intl.NumberFormat(i18n.language)
  return [
    { key: 'title', label: t('board'), cell: ({ title }) => title, card: 'title' },
    { key: 'project', label: t('project'), cell: ({ project }) => nameProject(project), card: 'detail' },
    {
      key: 'reported',
      label: t('reported'),
      cell: ({ reportedNames }) =>
        reportedNames === 0 ? (
          <span className="text-soft">{t('noReports')}</span>
        ) : (
          <StateWord tone="waiting">{t('reportedNames', { count: reportedNames })}</StateWord>
        ),
      card: 'end',
    },
    {
      key: 'hidden',
      label: t('hidden'),
      cell: ({ hiddenPlayers }) => numbers.format(hiddenPlayers),
      isNumeric: true,
    },
  ]
}
