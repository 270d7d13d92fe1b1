import type { RouteObject } from 'react-router'
import { lazyPage } from '../lib/lazy-page.ts'

const soon = lazyPage(() => import('../ui/soon-page.tsx'), 'payments')

/** Paying for an item, and the history of payments. */
export const paymentsRoutes: RouteObject[] = [
  { path: 'payments/process/:id?/:source?/:locale?/:project?/:jwt?', lazy: soon },
  { path: 'payments/yookassa/:id?/:source?/:locale?/:project?/:jwt?', lazy: soon },
  { path: 'payments/stripe/:id?/:source?/:locale?/:project?/:jwt?', lazy: soon },
  { path: 'payments/yandex-pay/:id?/:source?/:locale?/:project?/:jwt?', lazy: soon },
  { path: 'payments/done/:result?', lazy: soon },
  { path: 'transactions', lazy: soon },
]
