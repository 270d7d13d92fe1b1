import { BuildProblemList, formatBytes } from '@playhub/ui/build-problems.tsx'
import { useTranslation } from 'react-i18next'
import type { TriedBuild } from './run/checks.ts'

/** What the hub has found in the uploaded files. */
export function BuildSummary({ build }: { build: TriedBuild }) {
  const { t, i18n } = useTranslation('developers')
  const { name, files, sizeBytes, warnings, expiresAt } = build
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' }).format(expiresAt)
  return (
    <section aria-labelledby="build" className="mt-10">
      <h2 id="build" className="heading text-18 md:text-24">
        {t('build.title')}
      </h2>
      <p className="mt-2 text-15 text-soft">
        {t('build.summary', { name, count: files, size: formatBytes(sizeBytes, i18n.language), time })}
      </p>
      {warnings.length === 0 ? (
        <p className="mt-2 text-15">{t('build.flawless')}</p>
      ) : (
        <BuildProblemList problems={warnings} />
      )}
    </section>
  )
}
