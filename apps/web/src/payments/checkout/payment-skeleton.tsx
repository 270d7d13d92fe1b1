import { Skeleton } from '@playhub/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'
import type { RouteObject } from 'react-router'
import { useInitialConfig } from '../../lib/context/page-context.ts'
import { paymentRoutes } from '../order/payment-url.ts'
import { SummarySkeleton } from './order-summary.tsx'
import { PaymentLayout, type PaymentVariant } from './payment-layout.tsx'

/** The payment routes as the server renders them: a skeleton without any player's data. */
export const paymentSkeletonRoutes: RouteObject[] = paymentRoutes({ Component: PaymentPageSkeleton })

function PaymentPageSkeleton() {
  return (
    <PaymentLayout
      variant="page"
      stage={{ name: 'loading' }}
      tint={undefined}
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
        <MethodCardsSkeleton />
        <Skeleton className="mt-6 mb-1.5 h-5.5 w-44" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="mt-1.5 h-4.5 w-52" />
        <Skeleton className="mt-15.25 h-14 w-full md:mt-12" />
        <Skeleton className="mx-auto mt-9 h-9 w-64 md:mt-6 md:h-4.5 md:w-80" />
        <Skeleton className="mx-auto mt-2 h-9 w-64 md:h-4.5" />
        <Skeleton className="mx-auto mt-5 mb-3.5 h-5 w-32" />
      </div>
    </>
  )
}

/** The number of methods in any game: the payment's game is not known yet. */
function MethodCardsSkeleton() {
  const { projects } = useInitialConfig()
  const count = Math.max(1, ...projects.map(({ paymentsMethods }) => paymentsMethods.length))
  return (
    <div className="grid gap-2">
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are equal
        <Skeleton key={row} className="h-18 w-full" />
      ))}
    </div>
  )
}
