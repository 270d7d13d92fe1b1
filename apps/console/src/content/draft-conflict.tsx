import { Button } from '@playhub/ui/button.tsx'
import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { useTranslation } from 'react-i18next'
import type { DraftFile } from './use-draft-file.ts'

/** Shows both texts after somebody else has published another one: the operator decides. */
export function DraftConflict({ file }: { file: DraftFile }) {
  const { t } = useTranslation('content')
  if (!file.theirs) return null
  return (
    <section aria-label={t('conflict.label')} className="grid gap-3">
      <ErrorBanner>{t('conflict.text')}</ErrorBanner>
      <div className="grid gap-4 md:grid-cols-2">
        <Side title={t('conflict.mine')} text={file.text} />
        <Side title={t('conflict.theirs')} text={file.theirs.text} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => void file.resolve('mine')}>
          {t('conflict.keepMine')}
        </Button>
        <Button kind="secondary" size="small" onClick={() => void file.resolve('theirs')}>
          {t('conflict.takeTheirs')}
        </Button>
      </div>
    </section>
  )
}

function Side({ title, text }: { title: string; text: string | null }) {
  const { t } = useTranslation('content')
  return (
    <div className="min-w-0">
      <p className="mb-1 text-13 text-soft">{title}</p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable text must be reachable by keys
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-control border border-line bg-ink-1 p-3 text-13 whitespace-pre-wrap wrap-anywhere"
      >
        {text ?? t('conflict.noFile')}
      </pre>
    </div>
  )
}
