import { RefreshCw } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Await, useAsyncError, useRevalidator } from 'react-router'
import { ApiUnreachable } from '../lib/api/api.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** A part that is fetched on its own: its shape first, and if it does not come, a way to ask again. */
export function Arriving<T>(props: {
  part: Promise<T>
  shape: ReactNode
  children: (part: Awaited<T>) => ReactNode
}) {
  return (
    <Suspense fallback={props.shape}>
      <Await<Promise<T>> resolve={props.part} errorElement={<NotLoaded />}>
        {props.children}
      </Await>
    </Suspense>
  )
}

function NotLoaded() {
  const { t } = useTranslation(['support', 'common'])
  const { revalidate, state } = useRevalidator()
  const isOffline = useAsyncError() instanceof ApiUnreachable
  return (
    <Card role="alert" className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-15 text-soft">{t(isOffline ? 'offline' : 'notLoaded')}</p>
      <Button
        kind="secondary"
        size="small"
        icon={<RefreshCw size={16} aria-hidden="true" />}
        isLoading={state === 'loading'}
        onClick={() => void revalidate()}
      >
        {t('common:retry')}
      </Button>
    </Card>
  )
}

/** The shape of something on its way, read as "loading". */
export function Shape({ className }: { className: string }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className={className} />
    </div>
  )
}
