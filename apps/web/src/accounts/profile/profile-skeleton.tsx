import { Skeleton } from '@playhub/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'

/** Covers the sections above the fold. */
export function ProfileSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" className="flex flex-col gap-4 py-8">
      <span className="sr-only">{t('loading')}</span>
      <div>
        <Skeleton className="h-7 w-36" />
        <Skeleton className="mt-2 h-5 w-56 max-w-full" />
      </div>
      <div className="surface min-w-0 p-5 md:p-6">
        <div className="flex gap-4">
          <Skeleton className="size-14 rounded-full" />
          <div className="min-w-0 grow">
            <Skeleton className="h-6 w-40 max-w-full" />
            <Skeleton className="mt-2 h-4 w-52 max-w-full" />
            <Skeleton className="mt-2 h-4 w-64 max-w-full" />
          </div>
        </div>
        <div className="mt-8 grid gap-3 md:grid-cols-2">
          <Skeleton className="h-19" />
          <Skeleton className="h-19" />
        </div>
        <Skeleton className="mt-6 h-12 w-32" />
      </div>
    </div>
  )
}
