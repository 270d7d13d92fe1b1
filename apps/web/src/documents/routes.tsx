import type { RouteObject } from 'react-router'
import { lazyPage } from '../lib/page/lazy-page.ts'

/** The operator's documents: contacts, offer, terms, privacy and the like. */
export const documentsRoutes: RouteObject[] = [
  {
    id: 'document',
    path: 'docs/:file',
    lazy: lazyPage(() => import('./document-page.tsx')),
  },
]
