import { cx } from '@playhub/ui/cx.ts'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

type PageProps = {
  title: string
  /** Shown beside the title, for example a state. */
  mark?: ReactNode
  /** One primary action at most. */
  actions?: ReactNode
  /** The list the page was opened from. */
  back?: { to: string; label: string }
  /** Shown beside the work at 1440 px, below it on narrower screens. */
  aside?: ReactNode
  children: ReactNode
}

/** The frame of every screen: its title, its actions and one column of work. */
export function PageFrame({ title, mark, actions, back, aside, children }: PageProps) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${title} · ${t('product')}`
  }, [title, t])
  return (
    <div className="mx-auto w-full max-w-310 px-4 pt-4 pb-10 md:px-6 md:pt-5">
      {back && (
        <Link
          to={back.to}
          className="-ms-1.5 inline-flex h-8 items-center gap-0.5 rounded-md pe-2 text-13 text-soft hover:text-text max-md:h-11"
        >
          <ChevronLeft size={16} aria-hidden="true" />
          {back.label}
        </Link>
      )}
      <header className="mb-4 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 tabIndex={-1} className="text-24 font-semibold tracking-[-0.01em]">
          {title}
        </h1>
        {mark}
        {actions && (
          <div className="ms-auto flex flex-wrap gap-2 max-md:has-[>:nth-child(2)]:w-full max-md:has-[>:nth-child(2)]:*:grow">
            {actions}
          </div>
        )}
      </header>
      <div className={cx(Boolean(aside) && 'grid gap-6 min-[1440px]:grid-cols-[minmax(0,1fr)_360px]')}>
        <div className="min-w-0">{children}</div>
        {aside && <aside className="min-w-0">{aside}</aside>}
      </div>
    </div>
  )
}
