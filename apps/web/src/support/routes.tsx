import type { RouteObject } from 'react-router'
import { lazyPage } from '../lib/lazy-page.ts'

const soon = lazyPage(() => import('../ui/soon-page.tsx'), 'support')

/** Asking for help with a payment. */
export const supportRoutes: RouteObject[] = [{ path: 'transactions/help/:id?', lazy: soon }]
