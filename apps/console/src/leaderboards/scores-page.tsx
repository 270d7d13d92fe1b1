import type { OperatorLeaderboard, OperatorScore } from '@playhub/contract/operator'
import { scoreStates } from '@playhub/contract/operator/constants'
import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { FilterSearch, FilterSelect } from '../components/list/filters.tsx'
import { List } from '../components/list/list-page.tsx'
import { callOperator } from '../lib/api.ts'
import { readFilters } from '../lib/filters.ts'
import { useProjectNames } from '../lib/me.ts'
import { useBackTo } from '../lib/use-back.ts'
import { type Decisions, useScoreColumns } from './score-columns.tsx'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const { project = '', board = '' } = params
  const { data } = await callOperator('GET /leaderboards', { query: { project: [project] } })
  const found = data.result.find((one) => one.project === project && one.board === board)
  if (!found) throw new ApiRefusal({ code: 'BOARD_NOT_FOUND', status: 404, title: '' })
  return { board: found, first: await loadScores(found, new URL(request.url).searchParams) }
}

async function loadScores(
  { project, board, periods }: OperatorLeaderboard,
  search: URLSearchParams,
  cursor?: string,
) {
  const { text, choice } = readFilters(search)
  const ids = periods.map(({ id }) => id)
  const period = choice('period', ids)
  const query = { board, period, state: choice('state', scoreStates), q: text('q'), cursor }
  return (await callOperator('GET /leaderboards/{project}/scores', { params: { project }, query })).data
}

/** A leaderboard: who is on it, whose name was reported, and whom staff hid. */
export function Component() {
  const { t } = useTranslation(['leaderboards', 'common'])
  const { board, first } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const state = readFilters(search).choice('state', scoreStates) ?? 'shown'
  // A row of a further page is not loaded again: what was decided about it is known here.
  const [decisions] = useState<Decisions>(() => new WeakMap())
  const columns = useScoreColumns(board, state, decisions)
  const title = `${useProjectNames()(board.project)} · ${board.title}`
  return (
    <PageFrame title={title} back={{ to: useBackTo('/leaderboards'), label: t('common:area.leaderboards') }}>
      <List<OperatorScore>
        title={title}
        pinned={<FilterSearch label={t('search')} />}
        filters={<Filters board={board} />}
        first={first}
        load={(cursor) => loadScores(board, search, cursor)}
        columns={columns}
        getKey={({ playerId }) => playerId}
        getHref={({ playerId }) => `/players/${playerId}`}
        empty={t('empty.shown')}
        noMatch={search.has('q') ? t('noMatch') : t(`empty.${state}`)}
      />
    </PageFrame>
  )
}

function Filters({ board: { periods } }: { board: OperatorLeaderboard }) {
  const { t } = useTranslation('leaderboards')
  const name = (id: string) => t(`period.${id}`, { defaultValue: id })
  const [main, ...others] = periods
  return (
    <>
      <FilterSelect
        name="state"
        label={t('state')}
        emptyLabel={t('states.shown')}
        options={(['reported', 'hidden'] as const).map((value) => ({ value, label: t(`states.${value}`) }))}
      />
      {main && others.length > 0 && (
        <FilterSelect
          name="period"
          label={t('periodLabel')}
          emptyLabel={main.title ?? name(main.id)}
          options={others.map(({ id, title }) => ({ value: id, label: title ?? name(id) }))}
        />
      )}
    </>
  )
}
