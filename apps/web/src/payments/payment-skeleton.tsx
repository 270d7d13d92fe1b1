import { useTranslation } from 'react-i18next'
import { Skeleton } from '../ui/skeleton.tsx'

/** The shape of the payment screen while it is on its way. */
export function PaymentSkeleton() {
  const { t } = useTranslation('payments')
  return (
    <>
      <p role="status" className="sr-only">
        {t('loading')}
      </p>
      <Skeleton className="h-56 rounded-card md:h-[34rem]" />
      <div>
        <Skeleton className="mb-5 h-8 w-40" />
        <Skeleton className="mb-2 h-5 w-32" />
        <Skeleton className="mb-6 h-17 w-full" />
        <Skeleton className="mb-2 h-5 w-44" />
        <Skeleton className="mb-12 h-12 w-full" />
        <Skeleton className="h-14 w-full" />
      </div>
    </>
  )
}

/** The shape of a card form. */
export function CardSkeleton() {
  const { t } = useTranslation('payments')
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="sr-only">
        {t('card.loading')}
      </p>
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-75 w-full rounded-card" />
      <Skeleton className="h-14 w-full" />
    </div>
  )
}
