import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PartProps } from './measures.ts'

type Props = PartProps & { firstDay: string | undefined }

/** Says why figures are missing or young, and what to do. */
export function CountingNote({ query, insights, today, firstDay }: Props) {
  const { t } = useTranslation('insights')
  if (!insights.isOn)
    return (
      <Note title={t('off.title')}>
        <p>{t('off.text')}</p>
        <pre className="mt-2 overflow-x-auto font-mono text-13">insights: on</pre>
      </Note>
    )
  if (firstDay === undefined && query.to < today)
    return <p className="py-16 text-center text-15 text-pretty text-soft">{t('emptyPeriod')}</p>
  if (firstDay === undefined)
    return (
      <Note title={t('empty.title')}>
        <p>{t(query.project ? 'empty.textOne' : 'empty.text')}</p>
        <p className="mt-2">{t('counted')}</p>
        {query.project && (
          <Link
            to={`/game-servers/${encodeURIComponent(query.project)}/builds`}
            className="text-link mt-2 inline-block"
          >
            {t('empty.builds')}
          </Link>
        )}
      </Note>
    )
  if (firstDay !== today) return null
  return (
    <Note title={t('firstDay.title')}>
      <p>{t('firstDay.text')}</p>
      <p className="mt-2">{t('counted')}</p>
    </Note>
  )
}

function Note({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5 flex gap-3 rounded-control border border-line bg-ink-1 p-4">
      <Info size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-cool" />
      <div className="min-w-0 max-w-160 text-15 text-pretty text-soft">
        <h2 className="mb-1 font-semibold text-text">{title}</h2>
        {children}
      </div>
    </section>
  )
}
