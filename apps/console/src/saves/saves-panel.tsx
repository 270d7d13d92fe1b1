import type { PlayerSave } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../components/dialogs/action-button.tsx'
import { Panel } from '../components/layout/panel.tsx'
import { Instant } from '../components/values/instant.tsx'
import { callOperator } from '../lib/api.ts'
import { useMe } from '../lib/me.ts'
import { useAction } from '../lib/use-action.ts'
import { type Contents, loadContents, SaveContents } from './save-contents.tsx'

type KeptVersion = PlayerSave['versions'][number]

/** A player's saves in one game, with their restorable versions. */
export function SavesPanel(props: { title: string; playerId: string; saves: PlayerSave[] }) {
  return (
    <Panel title={props.title}>
      <div className="grid gap-5">
        {props.saves.map((save) => (
          <Save key={save.key} playerId={props.playerId} save={save} />
        ))}
      </div>
    </Panel>
  )
}

function Save({ playerId, save }: { playerId: string; save: PlayerSave }) {
  const { t } = useTranslation('saves')
  const { key, current, versions } = save
  const restorable = versions.filter(({ version }) => version !== current?.version)
  return (
    <section aria-label={key}>
      <h3 className="text-15 font-medium wrap-anywhere">{key}</h3>
      {current ? (
        <Version playerId={playerId} save={save} version={current} mark={t('current')} />
      ) : (
        <p className="mt-0.5 text-13 text-soft">{t('removed')}</p>
      )}
      {restorable.length > 0 && (
        <ul aria-label={t('versions', { key })} className="mt-2 grid gap-1.5">
          {restorable.map((version) => (
            <li key={version.version} className="border-t border-line pt-1.5">
              <Version playerId={playerId} save={save} version={version} note={t(`reason.${version.reason}`)}>
                <RestoreButton playerId={playerId} save={save} kept={version} />
              </Version>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type VersionProps = {
  playerId: string
  save: PlayerSave
  version: NonNullable<PlayerSave['current']>
  mark?: string
  note?: string
  children?: ReactNode
}

/** When a version was written, its number and size; on demand, what it holds. */
function Version({ playerId, save, version, mark, note, children }: VersionProps) {
  const { t } = useTranslation('saves')
  const formatSize = useFormatSize()
  const [contents, setContents] = useState<Contents>()
  const [isPending, run] = useAction()
  const { version: number, sizeBytes, savedAt, source } = version
  const isOpen = contents !== undefined
  const open = () => run(async () => setContents(await loadContents({ playerId, save, version: number })))
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-13">
        <span>
          {mark && `${mark} · `}
          <Instant at={savedAt} isShort />
          {` · ${t('version', { version: number, size: formatSize(sizeBytes) })}`}
          {source === 'server' && ` · ${t('byServer')}`}
          {note && <span className="block text-soft">{note}</span>}
        </span>
        <span className="ms-auto flex gap-2">
          <Button
            kind="quiet"
            size="small"
            aria-expanded={isOpen}
            isLoading={isPending}
            onClick={() => (isOpen ? setContents(undefined) : void open())}
            icon={
              <ChevronRight
                size={15}
                aria-hidden="true"
                className={cx('transition-[rotate] duration-200', isOpen && 'rotate-90')}
              />
            }
          >
            {t('open')}
            <span className="sr-only"> {t('versionNumber', { version: number })}</span>
          </Button>
          {children}
        </span>
      </div>
      {contents && <SaveContents {...contents} />}
    </>
  )
}

/** "312 bytes", "12.4 kB" */
function useFormatSize(): (bytes: number) => string {
  const { i18n } = useTranslation()
  return (bytes) => {
    const [value, unit, unitDisplay] =
      bytes < 1000 ? ([bytes, 'byte', 'long'] as const) : ([bytes / 1000, 'kilobyte', 'short'] as const)
    const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const
    return new Intl.NumberFormat(i18n.language, options).format(value)
  }
}

function RestoreButton(props: { playerId: string; save: PlayerSave; kept: KeptVersion }) {
  const { t } = useTranslation('saves')
  const { project, key } = props.save
  const { version } = props.kept
  if (!useMe().can('saves.restore', project)) return null
  return (
    <ActionButton
      label={t('restore.button')}
      reasonFor={`restore:${props.playerId}:${project}:${key}:${version}`}
      title={t('restore.title', { version, key })}
      consequence={t('restore.consequence')}
      onConfirm={async ({ reason, idempotencyKey }) => {
        const request = { params: { id: props.playerId }, body: { project, key, version, reason } }
        await callOperator('POST /players/{id}/saves/restore', request, { idempotencyKey })
        return t('restore.done')
      }}
    />
  )
}
