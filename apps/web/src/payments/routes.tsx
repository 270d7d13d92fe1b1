import { paymentProviders } from '@playhub/contract/payment-methods'
import type { RouteObject } from 'react-router'
import { lazyPage } from '../lib/page/lazy-page.ts'
import { FullPageSpinner } from '../ui/spinner.tsx'
import { openPayment } from './checkout/payment-loader.ts'

/** The steps of a payment as addresses name them: the choice, and the form of each provider. */
export const stepPaths = ['process', ...paymentProviders].map(
  (step) => `payments/${step}/:id?/:source?/:locale?/:project?/:jwt?`,
)
const payment = lazyPage(() => import('./checkout/payment-page.tsx'), 'payments', 'accounts')

/** Paying for an item, and the history of payments. */
export const paymentsRoutes: RouteObject[] = [
  ...stepPaths.map((path) => ({ path, loader: openPayment, lazy: payment })),
  { path: 'payments/done/:result?', Component: FullPageSpinner },
  { path: 'transactions', lazy: lazyPage(() => import('./history/transactions-page.tsx'), 'payments') },
]
