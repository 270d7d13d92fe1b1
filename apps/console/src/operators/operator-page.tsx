import type { Operator } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { Panel } from '../components/layout/panel.tsx'
import { useGrantNames } from '../components/values/grants.ts'
import { Instant } from '../components/values/instant.tsx'
import { KeyValue } from '../components/values/key-value.tsx'
import { callOperator } from '../lib/api.ts'
import { useMe } from '../lib/me.ts'
import { usePolling } from '../lib/use-polling.ts'
import { AccessPanel } from './access-panel.tsx'
import { isLastOwner, OperatorState, useFactorNames } from './operator-values.tsx'
import { RolesDialog } from './roles-dialog.tsx'

export async function loader({ params }: LoaderFunctionArgs) {
  const [operator, all] = await Promise.all([
    callOperator('GET /operators/{id}', { params: { id: params.id ?? '' } }),
    callOperator('GET /operators'),
  ])
  return { operator: operator.data.result, all: all.data.result }
}

/** One operator: roles, and how they get in. */
export function Component() {
  const { t } = useTranslation(['operators', 'common'])
  const { operator, all } = useLoaderData<typeof loader>()
  const isLast = isLastOwner(operator, all)
  usePolling()
  return (
    <PageFrame
      title={operator.name}
      mark={<OperatorState state={operator.state} />}
      back={{ to: '/operators', label: t('common:area.operators') }}
    >
      <div className="grid max-w-240 gap-5">
        <Facts operator={operator} />
        <Roles operator={operator} isLast={isLast} />
        <AccessPanel operator={operator} isLast={isLast} />
      </div>
    </PageFrame>
  )
}

function Facts({ operator }: { operator: Operator }) {
  const { t } = useTranslation('operators')
  const me = useMe()
  const nameFactors = useFactorNames()
  return (
    <Panel>
      <KeyValue
        facts={[
          [t('email'), operator.email],
          [t('factor.label'), nameFactors(operator)],
          [t('addedAt'), <Instant key="added" at={operator.createdAt} />],
          [
            t('lastSeen'),
            operator.lastSeenAt === null ? t('never') : <Instant key="seen" at={operator.lastSeenAt} />,
          ],
          [
            t('audit.label'),
            me.can('audit.read') && (
              <Link
                key="audit"
                to={`/audit?operator=${encodeURIComponent(operator.name)}`}
                className="underline underline-offset-4"
              >
                {t('audit.link')}
              </Link>
            ),
          ],
        ]}
      />
    </Panel>
  )
}

function Roles({ operator, isLast }: { operator: Operator; isLast: boolean }) {
  const { t } = useTranslation('operators')
  const { nameGrant } = useGrantNames()
  const [isEditing, setIsEditing] = useState(false)
  const change = (
    <Button kind="secondary" size="small" onClick={() => setIsEditing(true)}>
      {t('changeRoles.action')}
    </Button>
  )
  return (
    <Panel title={t('roles')} actions={change}>
      <ul className="grid gap-1.5 text-15">
        {operator.grants.map((grant) => (
          <li key={`${grant.role} ${grant.project}`}>{nameGrant(grant)}</li>
        ))}
      </ul>
      {isLast && <p className="mt-3 max-w-140 text-13 text-pretty text-soft">{t('lastOwner')}</p>}
      {isEditing && (
        <RolesDialog operator={operator} isLastOwner={isLast} onClose={() => setIsEditing(false)} />
      )}
    </Panel>
  )
}
