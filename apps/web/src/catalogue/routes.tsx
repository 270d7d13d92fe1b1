import type { RouteObject } from 'react-router'
import { lazyPage } from '../lib/page/lazy-page.ts'

/** The public pages of games: the street of them, each one's own room, and what they sell. */
export const catalogueRoutes: RouteObject[] = [
  {
    id: 'catalogue',
    path: 'games/:lng',
    lazy: lazyPage(() => import('./catalogue-page.tsx')),
  },
  {
    id: 'game',
    path: 'games/:lng/:projectName',
    lazy: lazyPage(() => import('./game-page.tsx'), 'play'),
  },
  { path: 'my-games', lazy: lazyPage(() => import('./my-games-page.tsx'), 'shelf') },
  {
    id: 'prices',
    path: 'prices/:project?',
    lazy: lazyPage(() => import('./prices-page.tsx'), 'prices'),
  },
]
