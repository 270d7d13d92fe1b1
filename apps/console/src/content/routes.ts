import type { RouteObject } from 'react-router'
import { lazyPage } from '../lib/messages.ts'
import { projectRoutes } from './project/routes.ts'

type Page = Parameters<typeof lazyPage>[1]
const lazy = (importPage: Page) => lazyPage('content', importPage)

export const contentRoutes: RouteObject[] = [
  { path: 'content', lazy: lazy(() => import('./content-page.tsx')) },
  ...projectRoutes,
  { path: 'content/documents/:name', lazy: lazy(() => import('./documents/document-page.tsx')) },
  {
    path: 'content/order',
    lazy: lazyPage(['content', 'content-project'], () => import('./order/order-page.tsx')),
  },
  { path: 'content/pages', lazy: lazy(() => import('./pages/metadata-page.tsx')) },
  {
    path: 'content/drafts/:operator/:project',
    lazy: lazyPage(['content', 'content-draft'], () => import('./others/other-draft-page.tsx')),
  },
  { path: 'content/history', lazy: lazy(() => import('./history/history-page.tsx')) },
  { path: 'content/history/:number', lazy: lazy(() => import('./history/version-page.tsx')) },
]
