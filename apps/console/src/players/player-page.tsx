import { useTranslation } from 'react-i18next'
import { Outlet, useLoaderData } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { Tabs } from '../components/layout/tabs.tsx'
import { isBanned, PlayerState } from '../components/values/player-state.tsx'
import { useMe } from '../lib/me.ts'
import { useBackTo } from '../lib/use-back.ts'
import { useNow } from '../lib/use-now.ts'
import { usePolling } from '../lib/use-polling.ts'
import { loadPlayer } from './player.ts'
import { BanButton, UnbanButton, UndoDeleteButton } from './player-actions.tsx'

export const loader = loadPlayer

/** A player: who they are, what they bought, and what staff did. */
export function Component() {
  const { t } = useTranslation('players')
  const me = useMe()
  const now = useNow()
  const player = useLoaderData<typeof loader>()
  const back = useBackTo('/players')
  usePolling()
  const base = `/players/${player.id}`
  return (
    <PageFrame
      title={player.name}
      mark={<PlayerState player={player} />}
      back={{ to: back, label: t('title') }}
      actions={
        <>
          {player.deletionAt !== null && me.can('players.delete') && <UndoDeleteButton player={player} />}
          {me.can('players.ban') &&
            (isBanned(player, now) ? <UnbanButton player={player} /> : <BanButton player={player} />)}
        </>
      }
    >
      <Tabs
        label={t('tab.label')}
        tabs={[
          { to: base, label: t('tab.overview'), isEnd: true },
          ...(me.can('orders.read')
            ? [
                { to: `${base}/orders`, label: t('tab.orders') },
                { to: `${base}/purchases`, label: t('tab.purchases') },
              ]
            : []),
          ...(me.can('saves.read') ? [{ to: `${base}/saves`, label: t('tab.saves') }] : []),
          ...(me.can('tickets.read') ? [{ to: `${base}/tickets`, label: t('tab.tickets') }] : []),
          { to: `${base}/sessions`, label: t('tab.sessions'), count: player.loginSessions.length },
          { to: `${base}/activity`, label: t('tab.activity') },
          { to: `${base}/notes`, label: t('tab.notes'), count: player.notes.length },
        ]}
      />
      <div className="pt-5">
        <Outlet />
      </div>
    </PageFrame>
  )
}
