import { FullPageSpinner } from '@playhub/ui/spinner.tsx'
import type { RouteObject } from 'react-router'
import { lazyPage } from '../lib/page/lazy-page.ts'
import { paymentLoader } from './checkout/payment-loader.ts'
import { paymentRoutes } from './order/payment-url.ts'

const paymentPage = lazyPage(() => import('./checkout/payment-page.tsx'), 'payments', 'accounts')

/** The payment screen and the payment history. */
export const paymentsRoutes: RouteObject[] = [
  ...paymentRoutes({ loader: paymentLoader, lazy: paymentPage }),
  { path: 'payments/done/:result?', Component: FullPageSpinner },
  { path: 'transactions', lazy: lazyPage(() => import('./history/transactions-page.tsx'), 'payments') },
]
