import type { ContentState, ContentVersion } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ActionButton } from '../components/dialogs/action-button.tsx'
import { ActionRow } from '../components/layout/action-row.tsx'
import { Panel } from '../components/layout/panel.tsx'
import { Instant } from '../components/values/instant.tsx'
import { callOperator } from '../lib/api.ts'
import { useMe } from '../lib/me.ts'
import { SentenceList } from './sentence-list.tsx'

/** Where the content is read, and what is wrong with it. */
export function SourcePanel({ content, newest }: { content: ContentState; newest?: ContentVersion }) {
  const { t } = useTranslation('content')
  const { source, folder, problems } = content
  return (
    <Panel title={t('source.title')}>
      {source === 'folder' ? (
        <ActionRow
          title={folder === null ? t('source.folderUnnamed') : t('source.folder', { folder })}
          text={t('source.readOnly')}
        >
          <ImportButton />
        </ActionRow>
      ) : (
        <ActionRow title={t('source.database')} text={newest && <VersionLine version={newest} />}>
          <UseFolderButton />
        </ActionRow>
      )}
      {problems.length > 0 && (
        <div role="alert" className="mt-3 grid gap-2 border-t border-line pt-3">
          <p className="text-15 font-medium text-fail">{t('source.problems')}</p>
          <SentenceList label={t('source.problems')} sentences={problems} />
        </div>
      )}
    </Panel>
  )
}

function VersionLine({ version }: { version: ContentVersion }) {
  const { t } = useTranslation('content')
  return (
    <>
      <Link to={`/content/history/${version.number}`} className="underline underline-offset-4">
        {t('source.version', { version: version.number })}
      </Link>
      , <Instant at={version.createdAt} />, {version.operator}
      {version.reason && `: ${version.reason}`}
    </>
  )
}

/** Takes the content into the console. */
export function ImportButton() {
  const { t } = useTranslation('content')
  if (!useCanSwitch()) return null
  return (
    <ActionButton
      kind="primary"
      label={t('source.import')}
      title={t('source.importTitle')}
      consequence={t('source.importConsequence')}
      reasonFor="content-import"
      onConfirm={async ({ reason }) => {
        const { data } = await callOperator('POST /content/import', { body: { reason } })
        return t('source.imported', { version: data.result.version })
      }}
    />
  )
}

function UseFolderButton() {
  const { t } = useTranslation('content')
  if (!useCanSwitch()) return null
  return (
    <ActionButton
      label={t('source.useFolder')}
      title={t('source.useFolderTitle')}
      consequence={t('source.useFolderConsequence')}
      reasonFor="content-use-folder"
      onConfirm={async ({ reason }) => {
        await callOperator('POST /content/use-folder', { body: { reason } })
        return t('source.usedFolder')
      }}
    />
  )
}

const useCanSwitch = () => useMe().can('content.manage')
