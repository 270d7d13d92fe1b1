import { cx } from '@playhub/ui/cx.ts'
import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFilters } from '../../lib/filters.ts'

export type FilterBarProps = {
  /** Stays visible on phones, such as the search field. */
  pinned?: ReactNode
  filters?: ReactNode
}

/** A list's filters. On phones they unfold from a button with the count of active ones. */
export function FilterBar({ pinned, filters }: FilterBarProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const { count } = useFilters()
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {pinned}
      {filters && (
        <>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
            className="no-print inline-flex h-11 items-center gap-2 rounded-md border border-line px-3 text-15 text-text md:hidden"
          >
            <SlidersHorizontal size={16} aria-hidden="true" />
            {count > 0 ? t('filter.showSet', { number: count }) : t('filter.show')}
            <ChevronDown
              size={16}
              aria-hidden="true"
              className={cx('text-soft transition-[rotate] duration-200', isOpen && 'rotate-180')}
            />
          </button>
          <div
            id={id}
            className={cx('flex w-full flex-wrap items-center gap-2 md:contents', !isOpen && 'max-md:hidden')}
          >
            {filters}
          </div>
        </>
      )}
    </div>
  )
}
