import { BuildProblemList, formatBytes } from '@playhub/ui/build-problems.tsx'
import { useTranslation } from 'react-i18next'
import type { TriedBuild } from './run/checks.ts'

/** Findings about the uploaded files. */
export function BuildSummary({ build, isPreview }: { build: TriedBuild; isPreview: boolean }) {
  const { t, i18n } = useTranslation('developers')
  const { name, files, sizeBytes, warnings, expiresAt } = build
  const style: Intl.DateTimeFormatOptions = isPreview ? { dateStyle: 'long' } : { timeStyle: 'short' }
  const time = new Intl.DateTimeFormat(i18n.language, style).format(expiresAt)
  return (
    <section aria-labelledby="build" className="mt-10">
      <h2 id="build" className="heading text-18 md:text-24">
        {t('build.title')}
      </h2>
      <p className="mt-2 text-15 text-soft">
        {t(isPreview ? 'preview.summary' : 'build.summary', {
          name,
          count: files,
          size: formatBytes(sizeBytes, i18n.language),
          time,
        })}
      </p>
      {warnings.length === 0 ? (
        <p className="mt-2 text-15">{t('build.flawless')}</p>
      ) : (
        <BuildProblemList problems={warnings} />
      )}
    </section>
  )
}
