import type { RouteObject } from 'react-router'
import { lazyPage } from '../lib/lazy-page.ts'
import type { RouteHandle } from '../lib/page-title.ts'

const isPublic: RouteHandle = { isPublic: true }

/** The public pages of games: the street of them, each one's own room, and what they sell. */
export const catalogueRoutes: RouteObject[] = [
  {
    id: 'catalogue',
    path: 'games/:lng',
    handle: isPublic,
    lazy: lazyPage(() => import('./catalogue-page.tsx')),
  },
  {
    id: 'game',
    path: 'games/:lng/:projectName',
    handle: isPublic,
    lazy: lazyPage(() => import('./game-page.tsx'), 'play'),
  },
  {
    id: 'prices',
    path: 'prices/:project?',
    handle: isPublic,
    lazy: lazyPage(() => import('./prices-page.tsx'), 'prices'),
  },
]
