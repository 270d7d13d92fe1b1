import type { OperatorRouteResponse } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { Panel } from '../components/layout/panel.tsx'
import { type Column, DataTable } from '../components/table/data-table.tsx'
import { Id } from '../components/values/id.tsx'
import { Instant } from '../components/values/instant.tsx'
import { StateWord } from '../components/values/state-word.tsx'
import { callOperator } from '../lib/api.ts'
import { useMe } from '../lib/me.ts'

type Jobs = OperatorRouteResponse<'GET /operations/jobs'>['data']['result']
type DeadJob = Jobs['dead'][number]

/** Jobs that the hub has given up. */
export function JobsPanel({ jobs }: { jobs: Jobs }) {
  const { t, i18n } = useTranslation('operations')
  const me = useMe()
  const columns = useColumns(me.can('jobs.retry'))
  const format = new Intl.NumberFormat(i18n.language)
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
    </Panel>
  )
}

const states = ['waiting', 'running', 'dead'] as const

/** A state that this build does not know keeps its name. */
function nameState(t: ReturnType<typeof useTranslation<'operations'>>['t'], state: string): string {
  const known = states.find((one) => one === state)
  return known ? t(`jobs.${known}`) : state
}

function useColumns(canRetry: boolean): Column<DeadJob>[] {
  const { t } = useTranslation('operations')
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
      card: 'detail',
      cell: ({ createdAt }) => <Instant at={createdAt} />,
    },
    { key: 'attempts', label: t('jobs.attempts'), isNumeric: true, cell: ({ attempts }) => attempts },
    {
      key: 'error',
      label: t('jobs.error'),
      cell: ({ error }) => (
        <code title={error ?? undefined} className="line-clamp-2 text-13 wrap-anywhere text-soft">
          {error}
        </code>
      ),
    },
    ...(canRetry
      ? [
          {
            key: 'retry',
            label: t('jobs.action'),
            isNumeric: true,
            card: 'end' as const,
            cell: (job: DeadJob) => <RetryButton job={job} />,
          },
        ]
      : []),
  ]
}

function RetryButton({ job: { id, kind, attempts } }: { job: DeadJob }) {
  const { t } = useTranslation('operations')
  const { revalidate } = useRevalidator()
  const [isOpen, setIsOpen] = useState(false)
  const retry = async (reason: string) => {
    await callOperator('POST /operations/jobs/{id}/retry', { params: { id }, body: { reason } })
    toast.success(t('jobs.retried'))
    await revalidate()
  }
  return (
    <>
      <Button kind="quiet" size="small" onClick={() => setIsOpen(true)}>
        {t('jobs.retry')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('jobs.question', { kind })}
        consequence={t('jobs.consequence', { count: attempts })}
        confirmLabel={t('jobs.retry')}
        asksReason
        onConfirm={({ reason }) => retry(reason)}
      />
    </>
  )
}
