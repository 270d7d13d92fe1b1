import { useProblemText } from '@playhub/ui/build-problems.tsx'
import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { Instant } from '../../components/values/instant.tsx'
import { type StateTone, StateWord } from '../../components/values/state-word.tsx'
import { callOperator } from '../../lib/api.ts'
import { useMe } from '../../lib/me.ts'
import { useGameServer } from '../server.ts'
import type { GameBuild } from '../types.ts'
import { BuildErrors } from './build-errors.tsx'
import { BuildUpload } from './build-upload.tsx'
import { RollBackButton } from './roll-back-button.tsx'

const bytesPerMegabyte = 1024 * 1024

export async function loader({ params: { project = '' } }: LoaderFunctionArgs) {
  const builds = await callOperator('GET /game-servers/{project}/builds', { params: { project } })
  return builds.data.result
}

/** Uploaded versions of the game, and which of them players get. */
export function Component() {
  const { t } = useTranslation('game-servers')
  const builds = useLoaderData<typeof loader>()
  const { project, name } = useGameServer()
  const canPublish = useMe().can('builds.publish', project)
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState<GameBuild>()
  const columns = useColumns(canPublish, setChosen)
  const activate = async ({ id, number }: GameBuild, reason: string) => {
    await callOperator('POST /game-servers/{project}/builds/{id}/activate', {
      params: { project, id },
      body: { reason },
    })
    toast.success(t('builds.activated', { number }))
    await revalidate()
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-140 text-15 text-pretty text-soft">{t('builds.text')}</p>
        {canPublish && builds.filter(({ activatedAt }) => activatedAt !== null).length > 1 && (
          <RollBackButton project={project} name={name} />
        )}
      </div>
      {canPublish && <BuildUpload project={project} />}
      {builds.length === 0 ? (
        <p className="py-16 text-center text-15 text-soft">{t('builds.empty')}</p>
      ) : (
        <>
          <DataTable label={t('tab.builds')} columns={columns} rows={builds} getKey={({ id }) => id} />
          <BuildErrors builds={builds} />
        </>
      )}
      {chosen && (
        <ConfirmDialog
          isOpen
          onClose={() => setChosen(undefined)}
          title={t('builds.activateQuestion', { number: chosen.number })}
          consequence={t('builds.activateConsequence', { name })}
          confirmLabel={t('builds.activate')}
          reasonFor={`activate:${chosen.id}`}
          onConfirm={({ reason }) => activate(chosen, reason)}
        />
      )}
    </>
  )
}

function useColumns(canPublish: boolean, onActivate: (build: GameBuild) => void): Column<GameBuild>[] {
  const { t } = useTranslation('game-servers')
  const toText = useProblemText()
  return [
    {
      key: 'number',
      label: t('builds.number'),
      card: 'title',
      cell: ({ number, label }) => (label === null ? number : `${number} · ${label}`),
    },
    {
      key: 'state',
      label: t('builds.state'),
      card: 'end',
      cell: ({ isCurrent, state }) => {
        const shown = isCurrent ? 'current' : state
        return <StateWord tone={tones[shown]}>{t(`builds.buildState.${shown}`)}</StateWord>
      },
    },
    {
      key: 'size',
      label: t('builds.size'),
      card: 'detail',
      cell: ({ files, sizeBytes, warnings }) => (
        <span title={warnings.map(toText).join('\n')}>
          {t('builds.sizeOf', { files, megabytes: (sizeBytes / bytesPerMegabyte).toFixed(1) })}
          {warnings.length > 0 && (
            <span className="text-soft"> · {t('builds.warnings', { count: warnings.length })}</span>
          )}
        </span>
      ),
    },
    { key: 'by', label: t('builds.by'), isWideOnly: true, cell: ({ createdBy }) => createdBy },
    {
      key: 'created',
      label: t('builds.createdAt'),
      cell: ({ createdAt }) => <Instant at={createdAt} isShort />,
    },
    {
      key: 'action',
      label: t('builds.action'),
      isNumeric: true,
      card: 'detail-end',
      cell: (build) => (
        <span className="inline-flex items-center gap-3">
          {build.previewUrl !== null && (
            <a href={build.previewUrl} target="_blank" rel="noreferrer" className="underline">
              {t('builds.preview')}
            </a>
          )}
          {canPublish && build.state === 'ready' && !build.isCurrent && (
            <Button kind="quiet" size="small" onClick={() => onActivate(build)}>
              {t('builds.activate')}
            </Button>
          )}
        </span>
      ),
    },
  ]
}

const tones = {
  current: 'good',
  ready: 'neutral',
  uploading: 'neutral',
  refused: 'bad',
} as const satisfies Record<string, StateTone>
