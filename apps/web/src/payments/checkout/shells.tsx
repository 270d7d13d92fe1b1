import type { RouteObject } from 'react-router'
import { stepPaths } from '../routes.tsx'
import { PaymentLayout } from './payment-layout.tsx'
import { PaymentSkeleton } from './payment-skeleton.tsx'

/** What the server shows of a payment: everything that is not one player's. */
export const paymentShells: RouteObject[] = stepPaths.map((path) => ({ path, Component: PaymentShell }))

function PaymentShell() {
  return (
    <PaymentLayout
      variant="page"
      stage={{ name: 'loading' }}
      game={undefined}
      isCovered={false}
      onLeave={() => undefined}
    >
      <PaymentSkeleton variant="page" />
    </PaymentLayout>
  )
}
