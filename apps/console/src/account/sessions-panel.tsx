import type { OperatorRouteResponse } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { Panel } from '../components/layout/panel.tsx'
import { type Column, DataTable } from '../components/table/data-table.tsx'
import { Device } from '../components/values/device.tsx'
import { Instant } from '../components/values/instant.tsx'
import { callOperator } from '../lib/api.ts'
import { useAction } from '../lib/use-action.ts'

type Session = OperatorRouteResponse<'GET /session/list'>['data']['result'][number]

/** The operator's login sessions. */
export function SessionsPanel({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useTranslation('account')
  const columns = useColumns()
  return (
    <Panel title={t('sessions.title')} actions={sessions.length > 1 && <EndOthersButton />}>
      <DataTable label={t('sessions.title')} columns={columns} rows={sessions} getKey={({ id }) => id} />
      <p className="mt-4 text-13 text-soft">{t('sessions.text')}</p>
    </Panel>
  )
}

function EndOthersButton() {
  const { t } = useTranslation('account')
  const { revalidate } = useRevalidator()
  const [isPending, run] = useAction()
  const end = () =>
    run(async () => {
      await callOperator('POST /session/end-others')
      toast.success(t('sessions.othersEnded'))
      await revalidate()
    })
  return (
    <Button kind="secondary" size="small" isLoading={isPending} onClick={() => void end()}>
      {t('sessions.endOthers')}
    </Button>
  )
}

function useColumns(): Column<Session>[] {
  const { t } = useTranslation('account')
  return [
    {
      key: 'device',
      label: t('sessions.device'),
      card: 'title',
      cell: ({ userAgent }) => <Device userAgent={userAgent} />,
    },
    { key: 'ip', label: t('sessions.ip'), card: 'detail', cell: ({ ip }) => <code>{ip}</code> },
    {
      key: 'created',
      label: t('sessions.createdAt'),
      isWideOnly: true,
      cell: ({ createdAt }) => <Instant at={createdAt} isShort />,
    },
    {
      key: 'seen',
      label: t('sessions.lastSeen'),
      card: 'detail-end',
      cell: ({ lastSeenAt }) => <Instant at={lastSeenAt} />,
    },
    {
      key: 'end',
      label: t('sessions.action'),
      card: 'end',
      isNumeric: true,
      cell: (session) =>
        session.isCurrent ? (
          <span className="text-soft">{t('sessions.current')}</span>
        ) : (
          <EndButton session={session} />
        ),
    },
  ]
}

function EndButton({ session }: { session: Session }) {
  const { t } = useTranslation('account')
  const { revalidate } = useRevalidator()
  const [isPending, run] = useAction()
  const end = () =>
    run(async () => {
      await callOperator('POST /session/{id}/end', { params: { id: session.id } })
      toast.success(t('sessions.ended'))
      await revalidate()
    })
  return (
    <Button kind="quiet" size="small" isLoading={isPending} onClick={() => void end()}>
      {t('sessions.end')}
    </Button>
  )
}
