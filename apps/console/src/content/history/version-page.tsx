import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { Instant } from '../../components/values/instant.tsx'
import { KeyValue } from '../../components/values/key-value.tsx'
import { StateWord } from '../../components/values/state-word.tsx'
import { callOperator } from '../../lib/api.ts'
import { useBackTo } from '../../lib/use-back.ts'
import { getCurrentVersion, loadContent } from '../load-content.ts'
import { FileChanges } from './file-changes.tsx'
import { RestoreButton } from './restore-button.tsx'

export async function loader({ params }: LoaderFunctionArgs) {
  const [content, { data }] = await Promise.all([
    loadContent(),
    callOperator('GET /content/versions/{number}', { params: { number: Number(params.number) } }),
  ])
  return { current: getCurrentVersion(content), version: data.result }
}

/** What one version changed. */
export function Component() {
  const { t } = useTranslation('content')
  const { current, version } = useLoaderData<typeof loader>()
  const isCurrent = version.number === current
  return (
    <PageFrame
      title={t('history.versionTitle', { number: version.number })}
      mark={isCurrent && <StateWord tone="good">{t('history.current')}</StateWord>}
      back={{ to: useBackTo('/content/history'), label: t('history.title') }}
      actions={
        version.source === 'database' && <RestoreButton number={version.number} isCurrent={isCurrent} />
      }
    >
      <div className="grid gap-5">
        <Panel>
          <KeyValue
            facts={[
              [t('history.at'), <Instant key="at" at={version.createdAt} />],
              [t('history.by'), version.operator],
              [t('history.reason'), version.reason],
              [
                t('source.title'),
                version.source === 'folder'
                  ? t('history.fromFolder')
                  : version.restores !== null && t('history.restores', { number: version.restores }),
              ],
            ]}
          />
        </Panel>
        {version.files.length === 0 ? (
          <p className="text-15 text-soft">{t('history.nothing')}</p>
        ) : (
          <FileChanges files={version.files} />
        )}
      </div>
    </PageFrame>
  )
}
