import { useTranslation } from 'react-i18next'
import { Outlet, useLoaderData } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { Tabs } from '../components/layout/tabs.tsx'
import { usePolling } from '../lib/use-polling.ts'
import { loadGameServer } from './server.ts'
import { GameServerState } from './values.tsx'

export { loadGameServer as loader }

const tabs = ['webhooks', 'deliveries', 'builds', 'keys', 'secret'] as const

/** The webhooks to one project's game server, and its keys. */
export function Component() {
  const { t } = useTranslation(['game-servers', 'common'])
  const server = useLoaderData<typeof loadGameServer>()
  const base = `/game-servers/${encodeURIComponent(server.project)}`
  usePolling()
  return (
    <PageFrame
      title={server.name}
      mark={<GameServerState server={server} />}
      back={{ to: '/game-servers', label: t('common:area.gameServers') }}
    >
      <Tabs
        label={t('tab.label')}
        tabs={[
          { to: base, label: t('tab.overview'), isEnd: true },
          ...tabs.map((tab) => ({ to: `${base}/${tab}`, label: t(`tab.${tab}`) })),
        ]}
      />
      <div className="pt-5">
        <Outlet />
      </div>
    </PageFrame>
  )
}
