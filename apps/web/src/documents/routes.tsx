import type { RouteObject } from 'react-router'
import { lazyPage } from '../lib/lazy-page.ts'
import type { RouteHandle } from '../lib/page-title.ts'

const isPublic: RouteHandle = { isPublic: true }

/** The operator's documents: contacts, offer, terms, privacy and the like. */
export const documentsRoutes: RouteObject[] = [
  {
    id: 'document',
    path: 'docs/:file',
    handle: isPublic,
    lazy: lazyPage(() => import('./document-page.tsx')),
  },
]
