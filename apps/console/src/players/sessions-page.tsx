import type { PlayerDetails } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '../components/table/data-table.tsx'
import { Device } from '../components/values/device.tsx'
import { Instant } from '../components/values/instant.tsx'
import { useMe } from '../lib/me.ts'
import { usePlayer } from './player.ts'
import { EndSessionsButton } from './player-actions.tsx'

type LoginSession = PlayerDetails['loginSessions'][number]

/** The player's login sessions. */
export function Component() {
  const { t } = useTranslation('players')
  const me = useMe()
  const player = usePlayer()
  const columns = useColumns()
  if (player.loginSessions.length === 0)
    return <p className="py-10 text-center text-15 text-soft">{t('sessions.empty')}</p>
  return (
    <div className="grid gap-4">
      <DataTable
        label={t('tab.sessions')}
        columns={columns}
        rows={player.loginSessions}
        getKey={({ id }) => id}
      />
      {me.can('players.end-sessions') && (
        <div>
          <EndSessionsButton player={player} />
        </div>
      )}
    </div>
  )
}

function useColumns(): Column<LoginSession>[] {
  const { t } = useTranslation('players')
  return [
    {
      key: 'device',
      label: t('sessions.device'),
      card: 'title',
      cell: ({ userAgent }) => <Device userAgent={userAgent} />,
    },
    {
      key: 'login',
      label: t('column.login'),
      card: 'detail',
      cell: ({ authType }) => t(`authType.${authType}`, { defaultValue: authType }),
    },
    {
      key: 'created',
      label: t('sessions.created'),
      isNumeric: true,
      cell: ({ createdAt }) => <Instant at={createdAt} isShort />,
    },
    {
      key: 'seen',
      label: t('sessions.seen'),
      isNumeric: true,
      card: 'end',
      cell: ({ lastSeenAt }) => <Instant at={lastSeenAt} />,
    },
  ]
}
