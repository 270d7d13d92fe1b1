import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { PaymentVariant } from '../order/payment-result.ts'
import { Once } from './order-summary.tsx'

/** The shape of the payment screen while it is on its way. */
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
      <Once />
    </div>
  )
}

/** The shape of a card form. */
export function CardSkeleton() {
  const { t } = useTranslation('payments')
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="sr-only">
        {t('form.loading')}
      </p>
      <Skeleton className="my-3 h-5 w-48" />
      <Skeleton className="h-75.5 w-full rounded-card" />
      <Skeleton className="mt-9 mb-3 h-14 w-full md:mt-6 md:mb-0" />
      <Skeleton className="mx-auto h-9 w-64 md:h-5" />
    </div>
  )
}
