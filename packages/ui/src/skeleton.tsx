import { useTranslation } from 'react-i18next'
import { cx } from './cx.ts'

/** A placeholder. Give it the content's size, to avoid a layout shift. */
export function Skeleton(props: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block animate-pulse rounded-control bg-ink-2', props.className)}
    />
  )
}

/** A skeleton announced as "Loading" by screen readers. */
export function LoadingSkeleton({ className }: { className: string }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className={className} />
    </div>
  )
}
