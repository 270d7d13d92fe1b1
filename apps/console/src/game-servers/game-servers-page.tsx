import type { GameServer } from '@playhub/contract/operator'
import { cx } from '@playhub/ui/cx.ts'
import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { type Column, DataTable } from '../components/table/data-table.tsx'
import { Instant } from '../components/values/instant.tsx'
import { callOperator } from '../lib/api.ts'
import { usePolling } from '../lib/use-polling.ts'
import { GameServerState, useCount, useDeliveredRate, useDuration } from './values.tsx'

export async function loader() {
  return (await callOperator('GET /game-servers')).data.result
}

/** Delivery of purchases to the games. */
export function Component() {
  const { t } = useTranslation(['game-servers', 'common'])
  const servers = useLoaderData<typeof loader>()
  const columns = useColumns()
  usePolling()
  return (
    <PageFrame title={t('common:area.gameServers')}>
      {servers.length === 0 ? (
        <p className="py-16 text-center text-15 text-soft">{t('none')}</p>
      ) : (
        <DataTable
          label={t('common:area.gameServers')}
          columns={columns}
          rows={servers}
          getKey={({ project }) => project}
          getHref={({ project }) => `/game-servers/${encodeURIComponent(project)}`}
        />
      )}
    </PageFrame>
  )
}

function useColumns(): Column<GameServer>[] {
  const { t } = useTranslation('game-servers')
  const formatRate = useDeliveredRate()
  const formatDuration = useDuration()
  const count = useCount()
  return [
    { key: 'name', label: t('project'), card: 'title', cell: ({ name }) => name },
    {
      key: 'state',
      label: t('state.label'),
      card: 'end',
      cell: (server) => <GameServerState server={server} />,
    },
    {
      key: 'rate',
      label: t('delivered24h'),
      isNumeric: true,
      card: 'detail',
      cell: (server) => <Labelled label={t('delivered24h')} text={formatRate(server)} />,
    },
    {
      key: 'p95',
      label: t('p95'),
      isNumeric: true,
      isWideOnly: true,
      cell: ({ p95Ms }) => formatDuration(p95Ms),
    },
    { key: 'waiting', label: t('waiting'), isNumeric: true, cell: ({ waiting }) => count(waiting) },
    { key: 'dead', label: t('dead'), isNumeric: true, cell: ({ dead }) => count(dead) },
    {
      key: 'oldest',
      label: t('oldest'),
      card: 'detail-end',
      cell: ({ oldestWaitingAt }) =>
        oldestWaitingAt === null ? <Labelled text="–" /> : <Instant at={oldestWaitingAt} />,
    },
  ]
}

/** Cards have no heads: a value brings its label along, and a dash is left out. */
function Labelled({ label, text }: { label?: string; text: string }) {
  return (
    <span className={cx(text === '–' && 'max-md:hidden')}>
      {label && <span className="md:hidden">{label}: </span>}
      {text}
    </span>
  )
}
