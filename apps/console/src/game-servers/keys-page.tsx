import { Button } from '@playhub/ui/button.tsx'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { SecretDialog } from '../components/dialogs/secret-dialog.tsx'
import { type Column, DataTable } from '../components/table/data-table.tsx'
import { Instant } from '../components/values/instant.tsx'
import { type StateTone, StateWord } from '../components/values/state-word.tsx'
import { callOperator } from '../lib/api.ts'
import { useMe } from '../lib/me.ts'
import { useNow } from '../lib/use-now.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { RevokeButton } from './revoke-button.tsx'
import { useGameServer } from './server.ts'
import type { GameServerKey } from './types.ts'

export async function loader({ params: { project = '' } }: LoaderFunctionArgs) {
  return (await callOperator('GET /game-servers/{project}/keys', { params: { project } })).data.result
}

/** Keys with which the game server calls the hub. */
export function Component() {
  const { t } = useTranslation('game-servers')
  const keys = useLoaderData<typeof loader>()
  const me = useMe()
  const server = useGameServer()
  const canManage = me.can('keys.manage', server.project)
  const columns = useColumns(canManage)
  const [isCreating, setIsCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-140 text-15 text-pretty text-soft">{t('keys.text')}</p>
        {canManage && (
          <Button
            size="small"
            icon={<KeyRound size={16} aria-hidden="true" />}
            onClick={() => setIsCreating(true)}
          >
            {t('keys.create')}
          </Button>
        )}
      </div>
      {keys.length === 0 ? (
        <p className="py-16 text-center text-15 text-soft">{t('keys.empty')}</p>
      ) : (
        <DataTable label={t('tab.keys')} columns={columns} rows={keys} getKey={({ id }) => id} />
      )}
      {isCreating && (
        <CreateKeyDialog server={server} onClose={() => setIsCreating(false)} onCreated={setSecret} />
      )}
      <SecretDialog
        secret={secret}
        onClose={() => setSecret(undefined)}
        title={t('keys.shownTitle')}
        text={t('keys.shownText')}
        label={t('keys.key')}
      />
    </>
  )
}

function useColumns(canManage: boolean): Column<GameServerKey>[] {
  const { t } = useTranslation('game-servers')
  const now = useNow()
  return [
    { key: 'name', label: t('keys.name'), card: 'title', cell: ({ name }) => name },
    {
      key: 'state',
      label: t('state.label'),
      card: 'end',
      cell: (key) => {
        const state = getKeyState(key, now)
        return <StateWord tone={keyTones[state]}>{t(`keyState.${state}`)}</StateWord>
      },
    },
    {
      key: 'scope',
      label: t('keys.scope'),
      card: 'detail',
      cell: ({ scope }) => t(`scope.${scope}`),
    },
    {
      key: 'created',
      label: t('keys.createdAt'),
      isWideOnly: true,
      cell: ({ createdAt }) => <Instant at={createdAt} isShort />,
    },
    {
      key: 'expires',
      label: t('keys.expiresAt'),
      card: 'wide',
      cell: ({ expiresAt }) =>
        expiresAt === null ? (
          <span className="text-soft">{t('keys.never')}</span>
        ) : (
          <Instant at={expiresAt} />
        ),
    },
    {
      key: 'used',
      label: t('keys.lastUsedAt'),
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          <span className="text-soft">{t('keys.unused')}</span>
        ) : (
          <Instant at={lastUsedAt} />
        ),
    },
    ...(canManage
      ? [
          {
            key: 'revoke',
            label: t('keys.action'),
            isNumeric: true,
            card: 'detail-end' as const,
            cell: ({ id, name, revokedAt }: GameServerKey) =>
              revokedAt === null && (
                <RevokeButton
                  label={t('keys.revoke')}
                  reasonFor={`revoke-key:${id}`}
                  question={t('keys.revokeQuestion', { name })}
                  consequence={t('keys.revokeConsequence')}
                  done={t('keys.revoked', { name })}
                  onRevoke={(reason) =>
                    callOperator('POST /keys/{id}/revoke', { params: { id }, body: { reason } })
                  }
                />
              ),
          },
        ]
      : []),
  ]
}

const keyTones = { active: 'good', expired: 'neutral', revoked: 'bad' } as const satisfies Record<
  string,
  StateTone
>

function getKeyState({ expiresAt, revokedAt }: GameServerKey, now: number): keyof typeof keyTones {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active'
}
