import { useTranslation } from 'react-i18next'
import type { RouteObject } from 'react-router'
import { Skeleton } from '../../ui/skeleton.tsx'
import { paymentRoutes } from '../order/payment-address.ts'
import { OneTimeNote } from './order-summary.tsx'
import { PaymentLayout, type PaymentVariant } from './payment-layout.tsx'

/** The payment routes as the server renders them: a skeleton without any player's data. */
export const paymentSkeletonRoutes: RouteObject[] = paymentRoutes({ Component: PaymentPageSkeleton })

function PaymentPageSkeleton() {
  return (
    <PaymentLayout
      variant="page"
      stage={{ name: 'loading' }}
      game={undefined}
      hasDialog={false}
      onLeave={() => undefined}
    >
      <PaymentSkeleton variant="page" />
    </PaymentLayout>
  )
}

/** Reserves the space of the loaded payment screen. */
export function PaymentSkeleton({ variant }: { variant: PaymentVariant }) {
  const { t } = useTranslation('payments')
  return (
    <>
      {variant === 'page' && <h1 className="sr-only">{t('title')}</h1>}
      <p role="status" className="sr-only">
        {t('loading')}
      </p>
      <SummarySkeleton />
      <div>
        <Skeleton className="mb-5 h-8 w-40" />
        <Skeleton className="mb-2 h-5.5 w-32" />
        <Skeleton className="mb-6 h-22 w-full md:h-17" />
        <Skeleton className="mb-1.5 h-5.5 w-44" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="mt-21 mb-3 h-14 w-full md:mt-18 md:mb-0" />
        <Skeleton className="mx-auto mt-5.5 h-5 w-32" />
        <span className="block h-3.5" />
      </div>
    </>
  )
}

function SummarySkeleton() {
  return (
    <div className="tinted-surface self-start p-4 md:p-8">
      <Skeleton className="h-10 w-40" />
      <div className="mt-4 flex items-center gap-4 md:mt-8 md:flex-col md:items-start md:gap-8">
        <Skeleton className="size-20 shrink-0 md:size-52 md:self-center" />
        <div className="grid gap-2 md:gap-3">
          <Skeleton className="h-6 w-32 md:h-8" />
          <Skeleton className="h-7 w-24 md:h-14 md:w-40" />
        </div>
      </div>
      <OneTimeNote />
    </div>
  )
}
