import type { Operator } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { type Column, DataTable } from '../components/table/data-table.tsx'
import { useGrantNames } from '../components/values/grants.ts'
import { Instant } from '../components/values/instant.tsx'
import { callOperator } from '../lib/api.ts'
import { usePolling } from '../lib/use-polling.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { type IssuedLink, LinkDialog } from './link-dialog.tsx'
import { OperatorState, useFactorNames } from './operator-values.tsx'

export async function loader() {
  return (await callOperator('GET /operators')).data.result
}

/** The staff: who may do what, and who is still to set up access. */
export function Component() {
  const { t } = useTranslation(['operators', 'common'])
  const operators = useLoaderData<typeof loader>()
  const columns = useColumns()
  const [isInviting, setIsInviting] = useState(false)
  const [link, setLink] = useState<IssuedLink>()
  usePolling()
  const invite = (
    <Button size="small" icon={<UserPlus size={16} aria-hidden="true" />} onClick={() => setIsInviting(true)}>
      {t('invite.action')}
    </Button>
  )
  return (
    <PageFrame title={t('common:area.operators')} actions={invite}>
      <DataTable
        label={t('common:area.operators')}
        columns={columns}
        rows={operators}
        getKey={({ id }) => id}
        getHref={({ id }) => `/operators/${id}`}
      />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} onInvited={setLink} />}
      <LinkDialog link={link} onClose={() => setLink(undefined)} />
    </PageFrame>
  )
}

function useColumns(): Column<Operator>[] {
  const { t } = useTranslation('operators')
  const { nameGrant } = useGrantNames()
  const nameFactors = useFactorNames()
  return [
    {
      key: 'name',
      label: t('name'),
      card: 'title',
      cell: ({ name, email }) => (
        <span className="wrap-anywhere">
          {name} <span className="block text-13 font-normal text-soft">{email}</span>
        </span>
      ),
    },
    {
      key: 'roles',
      label: t('roles'),
      card: 'detail',
      cell: ({ grants }) => grants.map(nameGrant).join('; '),
    },
    {
      key: 'state',
      label: t('state.label'),
      card: 'end',
      cell: ({ state }) => <OperatorState state={state} />,
    },
    { key: 'factor', label: t('factor.label'), isWideOnly: true, cell: nameFactors },
    {
      key: 'seen',
      label: t('lastSeen'),
      card: 'detail-end',
      cell: ({ lastSeenAt }) =>
        lastSeenAt === null ? <span className="text-soft">{t('never')}</span> : <Instant at={lastSeenAt} />,
    },
  ]
}
