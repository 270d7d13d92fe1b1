import type { ContentState } from '@playhub/contract/operator'
import { hubFiles } from '@playhub/contract/operator/content-files'
import { retryImport } from '@playhub/ui/feedback/retry-import.ts'
import { useTranslation } from 'react-i18next'
import { useLoaderData, useSearchParams } from 'react-router'
import { Segments } from '../../components/form/segments.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { usePolling } from '../../lib/use-polling.ts'
import { loadContent, loadHubDraft } from '../load-content.ts'
import { isPageKind, pageKinds } from '../page-kinds.ts'
import { ReadOnlyNote } from '../read-only-note.tsx'
import { getDraftFile } from '../use-draft-file.ts'
import { MetadataForm } from './metadata-form.tsx'

export async function loader() {
  const content = await loadContent()
  const [yaml, draft, ...files] = await Promise.all([
    // Larger than a screen may be.
    retryImport(() => import('../yaml/yaml-edit.ts')),
    loadHubDraft(content),
    ...pageKinds.map((kind) => getDraftFile(hubFiles, `pages/${kind}.yaml`)),
  ])
  return {
    yaml,
    content,
    draft,
    files: pageKinds.map((kind, index) => ({ kind, file: expect(files[index]) })),
  }
}

function expect<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A file was not loaded')
  return value
}

/** What search engines and link previews say about the hub's pages. */
export function Component() {
  const { t } = useTranslation(['content', 'common'])
  // Loaders of this router pass functions on.
  const { yaml, content, draft, files } = useLoaderData() as Awaited<ReturnType<typeof loader>>
  const [query, setQuery] = useSearchParams()
  const wanted = query.get('page') ?? ''
  const kind = isPageKind(wanted) ? wanted : 'catalogue'
  const shown = files.find((one) => one.kind === kind)
  const common = files.find((one) => one.kind === 'default')
  usePolling()
  return (
    <PageFrame title={t('pages.title')} back={{ to: '/content', label: t('common:area.content') }}>
      <ReadOnlyNote content={content} />
      <div className="grid gap-5">
        <Segments
          legend={t('pages.page')}
          options={pageKinds.map((value) => ({ value, label: t(`pages.kind.${value}`) }))}
          value={kind}
          onChange={(page) => setQuery({ page }, { replace: true, preventScrollReset: true })}
        />
        <p className="text-15 text-soft">
          {t(`pages.kindText.${kind}`)} {t('pages.brandHint')}
        </p>
        {shown && (
          <MetadataForm
            key={kind}
            loaded={shown.file}
            fallback={kind === 'default' ? '' : (common?.file.text ?? '')}
            content={content}
            yaml={yaml}
            draft={draft}
            exampleValues={getExampleValues(content)}
          />
        )}
      </div>
    </PageFrame>
  )
}

/** Values of the placeholders, for the previews. */
const getExampleValues = ({ site, projects }: ContentState) => ({
  brand: site.brand,
  game: projects[0]?.name ?? site.brand,
})
