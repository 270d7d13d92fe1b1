import type { OperatorRouteResponse } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../components/dialogs/action-button.tsx'
import { Panel } from '../components/layout/panel.tsx'
import { type Column, DataTable } from '../components/table/data-table.tsx'
import { Id } from '../components/values/id.tsx'
import { Instant } from '../components/values/instant.tsx'
import { StateWord } from '../components/values/state-word.tsx'
import { useQuote } from '../components/values/use-quote.ts'
import { callOperator } from '../lib/api.ts'
import { useMe } from '../lib/me.ts'

type Jobs = OperatorRouteResponse<'GET /operations/jobs'>['data']['result']
type DeadJob = Jobs['dead'][number]

/** Dead jobs. */
export function JobsPanel({ jobs }: { jobs: Jobs }) {
  const { t, i18n } = useTranslation('operations')
  const me = useMe()
  const columns = useColumns(me.can('jobs.manage'))
  const format = new Intl.NumberFormat(i18n.language)
  const dead = jobs.counts.find(({ state }) => state === 'dead')?.count ?? 0
  return (
    <Panel title={t('jobs.title')}>
      <ul className="mb-4 flex flex-wrap gap-x-6 gap-y-1 text-13 text-soft empty:hidden">
        {jobs.counts.map(({ state, count }) => (
          <li key={state}>
            {nameState(t, state)} <span className="numeric text-text">{format.format(count)}</span>
          </li>
        ))}
      </ul>
      {jobs.dead.length === 0 ? (
        <StateWord tone="good">{t('jobs.none')}</StateWord>
      ) : (
        <DataTable label={t('jobs.title')} columns={columns} rows={jobs.dead} getKey={({ id }) => id} />
      )}
      {dead > jobs.dead.length && (
        <p className="mt-3 text-13 text-soft">
          {t('jobs.newest', { shown: format.format(jobs.dead.length), all: format.format(dead) })}
        </p>
      )}
    </Panel>
  )
}

const states = ['waiting', 'running', 'dead'] as const

/** An unknown state keeps its name. */
function nameState(t: ReturnType<typeof useTranslation<'operations'>>['t'], state: string): string {
  const known = states.find((one) => one === state)
  return known ? t(`jobs.${known}`) : state
}

function useColumns(canManage: boolean): Column<DeadJob>[] {
  const { t } = useTranslation('operations')
  const quote = useQuote()
  return [
    {
      key: 'kind',
      label: t('jobs.kind'),
      card: 'title',
      cell: ({ kind }) => <code className="text-13">{kind}</code>,
    },
    { key: 'id', label: t('jobs.id'), isWideOnly: true, cell: ({ id }) => <Id value={id} /> },
    {
      key: 'created',
      label: t('jobs.createdAt'),
      card: 'end',
      cell: ({ createdAt }) => <Instant at={createdAt} />,
    },
    { key: 'attempts', label: t('jobs.attempts'), isNumeric: true, cell: ({ attempts }) => attempts },
    {
      key: 'error',
      label: t('jobs.error'),
      card: 'detail',
      cell: ({ error }) => (
        <span title={error ?? undefined} className="line-clamp-2 text-13 wrap-anywhere text-soft">
          {error && quote(error)}
        </span>
      ),
    },
    ...(canManage
      ? [
          {
            key: 'actions',
            label: t('jobs.action'),
            isNumeric: true,
            card: 'wide' as const,
            cell: (job: DeadJob) => <JobButtons job={job} />,
          },
        ]
      : []),
  ]
}

function JobButtons({ job: { id, kind, attempts } }: { job: DeadJob }) {
  const { t } = useTranslation('operations')
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <ActionButton
        kind="quiet"
        label={t('jobs.retry')}
        title={t('jobs.question', { kind })}
        consequence={t('jobs.consequence', { count: attempts })}
        reasonFor={`retry-job:${id}`}
        onConfirm={async ({ reason }) => {
          await callOperator('POST /operations/jobs/{id}/retry', { params: { id }, body: { reason } })
          return t('jobs.retried')
        }}
      />
      <ActionButton
        kind="quiet"
        label={t('jobs.dismiss')}
        title={t('jobs.dismissQuestion', { kind })}
        consequence={t('jobs.dismissConsequence')}
        isDanger
        reasonFor={`dismiss-job:${id}`}
        onConfirm={async ({ reason }) => {
          await callOperator('POST /operations/jobs/{id}/dismiss', { params: { id }, body: { reason } })
          return t('jobs.dismissed')
        }}
      />
    </span>
  )
}
