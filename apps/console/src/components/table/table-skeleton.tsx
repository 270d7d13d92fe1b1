import { Skeleton } from '@playhub/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'

/** Keeps the height of a list while it loads. */
export function TableSkeleton({ rows = 12 }: { rows?: number }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      <span className="sr-only">{t('loading')}</span>
      <div className="h-9 border-b border-line max-md:hidden" />
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are alike
        <div key={row} className="flex h-16 items-center gap-6 border-b border-line md:h-10">
          <Skeleton className="h-3.5 w-24 rounded-md" />
          <Skeleton className="h-3.5 max-w-72 grow rounded-md" />
          <Skeleton className="ms-auto h-3.5 w-16 rounded-md" />
        </div>
      ))}
    </div>
  )
}
