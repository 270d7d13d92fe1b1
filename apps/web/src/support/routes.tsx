import type { RouteObject } from 'react-router'
import { lazyPage } from '../lib/page/lazy-page.ts'

/** Asking for help, with a payment or with anything else. */
export const supportRoutes: RouteObject[] = [
  { path: 'transactions/help/:id?', lazy: lazyPage(() => import('./support-page.tsx'), 'support') },
]
