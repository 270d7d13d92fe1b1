import type { ContentState } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { ImportButton } from './source-panel.tsx'

/** Says on an editing screen why nothing can be edited. */
export function ReadOnlyNote({ content }: { content: ContentState }) {
  const { t } = useTranslation('content')
  if (content.source === 'database') return null
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-2 rounded-control border border-line bg-ink-1 px-4 py-3">
      <p className="grow basis-72 text-15">
        {t('source.folderUnnamed')} {t('source.readOnly')}
      </p>
      <ImportButton />
    </div>
  )
}
