import type { RouteObject } from 'react-router'
import { lazyPage } from '../lib/lazy-page.ts'
import { FullPageSpinner } from '../ui/spinner.tsx'

const parameters = ':id?/:source?/:locale?/:project?/:jwt?'
const payment = lazyPage(() => import('./payment-page.tsx'), 'payments', 'accounts')

/** Paying for an item, and the history of payments. */
export const paymentsRoutes: RouteObject[] = [
  { path: `payments/process/${parameters}`, lazy: payment },
  { path: `payments/yookassa/${parameters}`, lazy: payment },
  { path: `payments/stripe/${parameters}`, lazy: payment },
  { path: `payments/yandex-pay/${parameters}`, lazy: payment },
  { path: 'payments/done/:result?', Component: FullPageSpinner },
  { path: 'transactions', lazy: lazyPage(() => import('./transactions-page.tsx'), 'payments') },
]
