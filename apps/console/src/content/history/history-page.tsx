import type { ContentVersion } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { List } from '../../components/list/list-page.tsx'
import { callOperator } from '../../lib/api.ts'
import { getCurrentVersion, loadContent } from '../load-content.ts'
import { getVersionPath, useVersionColumns } from './version-columns.tsx'

const loadVersions = async (cursor?: string) =>
  (await callOperator('GET /content/versions', { query: { cursor } })).data

export async function loader() {
  const [content, first] = await Promise.all([loadContent(), loadVersions()])
  return { content, first }
}

/** Every version of the content in the database. */
export function Component() {
  const { t } = useTranslation(['content', 'common'])
  const { content, first } = useLoaderData<typeof loader>()
  const columns = useVersionColumns(getCurrentVersion(content))
  return (
    <PageFrame title={t('history.title')} back={{ to: '/content', label: t('common:area.content') }}>
      <List<ContentVersion>
        title={t('history.title')}
        first={first}
        load={loadVersions}
        columns={columns}
        getKey={({ number }) => String(number)}
        getHref={getVersionPath}
        empty={t('history.none')}
      />
    </PageFrame>
  )
}
