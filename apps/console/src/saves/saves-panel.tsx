import type { PlayerSave } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../components/dialogs/action-button.tsx'
import { Panel } from '../components/layout/panel.tsx'
import { Instant } from '../components/values/instant.tsx'
import { callOperator } from '../lib/api.ts'
import { useMe } from '../lib/me.ts'

type KeptVersion = PlayerSave['versions'][number]

/** A player's saves in one game, each with the versions that can be restored. */
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
      <p className="mt-0.5 text-13 text-soft">
        {current && `${t('current')} · `}
        {current ? <Written version={current} /> : t('removed')}
      </p>
      {restorable.length > 0 && (
        <ul aria-label={t('versions', { key })} className="mt-2 grid gap-1.5">
          {restorable.map((version) => (
            <li
              key={version.version}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line pt-1.5 text-13"
            >
              <span>
                <Written version={version} />
                <span className="block text-soft">{t(`reason.${version.reason}`)}</span>
              </span>
              <RestoreButton playerId={playerId} save={save} kept={version} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** When a version was written, its size, and its number. */
function Written({ version }: { version: NonNullable<PlayerSave['current']> }) {
  const { t, i18n } = useTranslation('saves')
  const size = new Intl.NumberFormat(i18n.language).format(version.sizeBytes)
  return (
    <>
      <Instant at={version.savedAt} isShort />
      {` · ${t('version', { version: version.version, size })}`}
      {version.source === 'server' && ` · ${t('byServer')}`}
    </>
  )
}

function RestoreButton(props: { playerId: string; save: PlayerSave; kept: KeptVersion }) {
  const { t } = useTranslation('saves')
  const { project, key } = props.save
  const { version } = props.kept
  if (!useMe().can('saves.restore', project)) return null
  return (
    <ActionButton
      label={t('restore.button')}
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
