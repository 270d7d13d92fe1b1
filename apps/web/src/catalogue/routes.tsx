import type { RouteObject } from 'react-router'
import { keepDataUnderOverlay } from '../lib/browser/overlay-entry.ts'
import { lazyPage } from '../lib/page/lazy-page.ts'

/** Pages for the catalogue, each game, the player's library, and prices. */
export const catalogueRoutes: RouteObject[] = [
  {
    id: 'catalogue',
    path: 'games/:lng',
    shouldRevalidate: keepDataUnderOverlay,
    lazy: lazyPage(() => import('./catalogue-page.tsx')),
  },
  {
    id: 'game',
    path: 'games/:lng/:projectName',
    lazy: lazyPage(() => import('./game-page.tsx'), 'game', 'play', 'prices'),
  },
  { path: 'my-games', lazy: lazyPage(() => import('./my-games-page.tsx'), 'library') },
  {
    id: 'prices',
    path: 'prices/:project?',
    lazy: lazyPage(() => import('./prices-page.tsx'), 'prices'),
  },
]
