import { type CatalogueFilter, catalogueQuery } from '@playhub/contract/catalogue'
import { cx } from '@playhub/ui/cx.ts'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePageLanguage } from '../../lib/context/page-context.ts'

/** The fragment in pagination links: the list's heading. */
export const LIST_ID = 'all-games'

const linkClass =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control border px-3 text-15'

/** Plain links, so search engines can follow them. */
export function Pagination({ filter, pages }: { filter: CatalogueFilter; pages: number }) {
  const { t } = useTranslation('catalogue')
  const language = usePageLanguage()
  if (pages < 2) return null
  const toPageUrl = (page: number) => `/games/${language}/${catalogueQuery({ ...filter, page })}#${LIST_ID}`
  return (
    <nav
      aria-label={t('pages.label')}
      className="mt-8 flex flex-wrap items-center justify-center gap-2 md:mt-12"
    >
      {filter.page > 1 && (
        <StepLink href={toPageUrl(filter.page - 1)} rel="prev" label={t('pages.previous')} />
      )}
      <ol className="contents">
        {pageNumbers(filter.page, pages).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span className="px-1 text-soft">…</span>
            ) : (
              <a
                href={toPageUrl(number)}
                aria-label={t('pages.page', { number })}
                aria-current={number === filter.page ? 'page' : undefined}
                className={cx(
                  linkClass,
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
        <StepLink href={toPageUrl(filter.page + 1)} rel="next" label={t('pages.next')} />
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
      className={cx(linkClass, 'border-line text-soft hover:text-text')}
    >
      {rel === 'prev' ? (
        <ArrowLeft size={18} aria-hidden="true" />
      ) : (
        <ArrowRight size={18} aria-hidden="true" />
      )}
    </a>
  )
}

/** The first and the last page, and those around the current one; null is a gap. */
function pageNumbers(current: number, pages: number): (number | null)[] {
  const near = [1, current - 1, current, current + 1, pages].filter((page) => page >= 1 && page <= pages)
  const numbers = [...new Set(near)].sort((a, b) => a - b)
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1] ?? 0
    if (number - before === 2) return [number - 1, number]
    return number - before > 2 ? [null, number] : [number]
  })
}
