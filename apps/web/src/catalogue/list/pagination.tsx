import { type CatalogueFilter, catalogueQuery } from '@playhub/contract/catalogue-address'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePageLanguage } from '../../lib/context/page-context.ts'
import { cx } from '../../ui/cx.ts'
import { pageNumbers } from './page-numbers.ts'

/** Where a list of games begins; following a page's link leads there. */
export const LIST_ID = 'all-games'

const look =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control border px-3 text-15'

/** The way through a long catalogue: plain links, which keyboards and search engines follow. */
export function PagesNav({ filter, pages }: { filter: CatalogueFilter; pages: number }) {
  const { t } = useTranslation('catalogue')
  const language = usePageLanguage()
  if (pages < 2) return null
  const addressOf = (page: number) => `/games/${language}/${catalogueQuery({ ...filter, page })}#${LIST_ID}`
  return (
    <nav
      aria-label={t('pages.label')}
      className="mt-8 flex flex-wrap items-center justify-center gap-2 md:mt-12"
    >
      {filter.page > 1 && (
        <StepLink href={addressOf(filter.page - 1)} rel="prev" label={t('pages.previous')} />
      )}
      <ol className="contents">
        {pageNumbers(filter.page, pages).map((number, place) => (
          <li key={number ?? `gap-${place}`}>
            {number === null ? (
              <span className="px-1 text-soft">…</span>
            ) : (
              <a
                href={addressOf(number)}
                aria-label={t('pages.page', { number })}
                aria-current={number === filter.page ? 'page' : undefined}
                className={cx(
                  look,
                  'numeric',
                  number === filter.page ? 'border-warm text-warm' : 'border-line text-soft hover:text-text',
                )}
              >
                {number}
              </a>
            )}
          </li>
        ))}
      </ol>
      {filter.page < pages && (
        <StepLink href={addressOf(filter.page + 1)} rel="next" label={t('pages.next')} />
      )}
    </nav>
  )
}

function StepLink({ href, rel, label }: { href: string; rel: 'prev' | 'next'; label: string }) {
  return (
    <a
      href={href}
      rel={rel}
      aria-label={label}
      title={label}
      className={cx(look, 'border-line text-soft hover:text-text')}
    >
      {rel === 'prev' ? (
        <ArrowLeft size={18} aria-hidden="true" />
      ) : (
        <ArrowRight size={18} aria-hidden="true" />
      )}
    </a>
  )
}
