import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../components/layout/panel.tsx'
import { Instant } from '../components/values/instant.tsx'
import { useMe } from '../lib/me.ts'
import { PauseRow } from './pause-row.tsx'
import { ResendRow } from './resend-row.tsx'
import { useGameServer } from './server.ts'
import { TestRow } from './test-row.tsx'
import { useCount, useDeliveredRate, useDuration } from './values.tsx'

/** State and actions of deliveries. */
export function Component() {
  const { t } = useTranslation('game-servers')
  const me = useMe()
  const server = useGameServer()
  const { project } = server
  if (server.url === null)
    return <p className="max-w-140 py-10 text-15 text-pretty text-soft">{t('noUrl', { project })}</p>
  const canResend = me.can('webhooks.resend', project)
  const canPause = me.can('webhooks.pause', project)
  return (
    <div className="grid max-w-240 gap-5">
      <Figures />
      <p className="text-13 wrap-anywhere text-soft">
        {t('url')} <code className="text-text">{server.url}</code>
      </p>
      {(canResend || canPause) && (
        <Panel title={t('actions')}>
          {canResend && <TestRow server={server} />}
          {canResend && <ResendRow server={server} />}
          {canPause && <PauseRow server={server} />}
        </Panel>
      )}
    </div>
  )
}

function Figures() {
  const { t } = useTranslation('game-servers')
  const server = useGameServer()
  const formatRate = useDeliveredRate()
  const formatDuration = useDuration()
  const count = useCount()
  const { oldestWaitingAt, pausedAt, pausedBy } = server
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-control border border-line bg-line md:grid-cols-5">
      <Figure label={t('delivered24h')} note={t('ofDeliveries', { count: server.deliveries24h })}>
        {formatRate(server)}
      </Figure>
      <Figure label={t('p95')} note={t('p95Note')}>
        {formatDuration(server.p95Ms)}
      </Figure>
      <Figure label={t('waiting')} note={t('waitingNote')}>
        {count(server.waiting)}
      </Figure>
      <Figure label={t('dead')} note={t('deadNote')}>
        {count(server.dead)}
      </Figure>
      <Figure label={t('oldest')} note={pausedAt === null ? null : t('pausedBy', { name: pausedBy ?? '' })}>
        {oldestWaitingAt === null ? '–' : <Instant at={oldestWaitingAt} isShort />}
      </Figure>
    </dl>
  )
}

function Figure(props: { label: string; note: string | null; children: ReactNode }) {
  return (
    <div className="bg-ink-1 px-4 py-3 last:max-md:col-span-2">
      <dt className="text-13 text-soft">{props.label}</dt>
      <dd className="numeric mt-0.5 text-18 font-semibold">{props.children}</dd>
      {props.note && <dd className="text-13 text-soft">{props.note}</dd>}
    </div>
  )
}
