import { RefreshCw } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Await, useAsyncError, useRevalidator } from 'react-router'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { ApiUnreachable } from './feedback/api-errors.ts'

/** A section with its own request: a skeleton while it loads, and a retry button when it fails. */
export function AsyncSection<T>(props: {
  promise: Promise<T>
  skeleton: ReactNode
  children: (value: Awaited<T>) => ReactNode
}) {
  return (
    <Suspense fallback={props.skeleton}>
      <Await<Promise<T>> resolve={props.promise} errorElement={<NotLoaded />}>
        {props.children}
      </Await>
    </Suspense>
  )
}

function NotLoaded() {
  const { t } = useTranslation()
  const { revalidate, state } = useRevalidator()
  const isOffline = useAsyncError() instanceof ApiUnreachable
  return (
    <Card role="alert" className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-15 text-soft">{t(isOffline ? 'section.offline' : 'section.notLoaded')}</p>
      <Button
        kind="secondary"
        size="small"
        icon={<RefreshCw size={16} aria-hidden="true" />}
        isLoading={state === 'loading'}
        onClick={() => void revalidate()}
      >
        {t('retry')}
      </Button>
    </Card>
  )
}
