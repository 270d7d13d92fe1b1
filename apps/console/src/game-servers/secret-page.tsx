import { Button } from '@playhub/ui/button.tsx'
import { CopyButton } from '@playhub/ui/copy-button.tsx'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { SecretDialog } from '../components/dialogs/secret-dialog.tsx'
import { type Column, DataTable } from '../components/table/data-table.tsx'
import { Instant } from '../components/values/instant.tsx'
import { StateWord } from '../components/values/state-word.tsx'
import { callOperator } from '../lib/api.ts'
import { useMe } from '../lib/me.ts'
import { CreateSecretDialog } from './create-secret-dialog.tsx'
import { RevokeButton } from './revoke-button.tsx'
import { useGameServer } from './server.ts'
import type { WebhookSecret } from './types.ts'

export async function loader({ params: { project = '' } }: LoaderFunctionArgs) {
  return (await callOperator('GET /game-servers/{project}/secrets', { params: { project } })).data.result
}

/** Secrets for signing the game's webhooks. */
export function Component() {
  const { t } = useTranslation(['game-servers', 'common'])
  const { secrets, variable, sandboxSecret } = useLoaderData<typeof loader>()
  const me = useMe()
  const server = useGameServer()
  const canManage = me.can('keys.manage', server.project)
  const columns = useColumns(canManage)
  const [isCreating, setIsCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  const isUnsigned = secrets.length + variable.count === 0 && sandboxSecret === null
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-140 text-15 text-pretty text-soft">{t('secret.text')}</p>
        {canManage && (
          <Button
            size="small"
            icon={<KeyRound size={16} aria-hidden="true" />}
            onClick={() => setIsCreating(true)}
          >
            {t('secret.create')}
          </Button>
        )}
      </div>
      {secrets.length > 0 && (
        <DataTable label={t('tab.secret')} columns={columns} rows={secrets} getKey={({ id }) => id} />
      )}
      {isUnsigned && <p className="py-16 text-center text-15 text-soft">{t('secret.empty')}</p>}
      {variable.count > 0 && (
        <p className="mt-4 max-w-140 text-15 text-pretty wrap-anywhere">{t('secret.variable', variable)}</p>
      )}
      {sandboxSecret !== null && (
        <div className="mt-4 max-w-180 text-15">
          <p>{t('secret.sandbox')}</p>
          <div className="mt-2 flex items-center gap-1 rounded-control border border-line bg-ink-1 py-1 ps-4">
            <code className="min-w-0 grow wrap-anywhere">{sandboxSecret}</code>
            <CopyButton text={sandboxSecret} label={t('secret.copy')} confirmation={t('common:copied')} />
          </div>
        </div>
      )}
      {isCreating && (
        <CreateSecretDialog
          server={server}
          hasPrevious={secrets.length > 0}
          onClose={() => setIsCreating(false)}
          onCreated={setSecret}
        />
      )}
      <SecretDialog
        secret={secret}
        onClose={() => setSecret(undefined)}
        title={t('secret.shownTitle')}
        text={t('secret.shownText')}
        label={t('secret.secret')}
      />
    </>
  )
}

function useColumns(canManage: boolean): Column<WebhookSecret>[] {
  const { t } = useTranslation('game-servers')
  return [
    {
      key: 'created',
      label: t('keys.createdAt'),
      card: 'title',
      cell: ({ createdAt }) => <Instant at={createdAt} />,
    },
    {
      key: 'state',
      label: t('state.label'),
      card: 'end',
      cell: ({ endsAt }) =>
        endsAt === null ? (
          <StateWord tone="good">{t('secret.signs')}</StateWord>
        ) : (
          <StateWord tone="neutral">{t('secret.ending')}</StateWord>
        ),
    },
    {
      key: 'ends',
      label: t('secret.endsAt'),
      card: 'detail',
      cell: ({ endsAt }) =>
        endsAt === null ? <span className="text-soft">{t('secret.never')}</span> : <Instant at={endsAt} />,
    },
    ...(canManage
      ? [
          {
            key: 'revoke',
            label: t('keys.action'),
            isNumeric: true,
            card: 'detail-end' as const,
            cell: ({ id }: WebhookSecret) => (
              <RevokeButton
                label={t('secret.revoke')}
                reasonFor={`revoke-secret:${id}`}
                question={t('secret.revokeQuestion')}
                consequence={t('secret.revokeConsequence')}
                done={t('secret.revoked')}
                onRevoke={(reason) =>
                  callOperator('POST /secrets/{id}/revoke', { params: { id }, body: { reason } })
                }
              />
            ),
          },
        ]
      : []),
  ]
}
