import type { RouteObject } from 'react-router'
import { lazyPage } from '../../lib/messages.ts'

type Page = Parameters<typeof lazyPage>[1]
const lazy = (importPage: Page) => lazyPage(['content', 'content-project'], importPage)

export const projectRoutes: RouteObject[] = [
  {
    path: 'content/projects/:project',
    lazy: lazy(() => import('./project-page.tsx')),
    children: [
      { index: true, lazy: lazy(() => import('./items/items-page.tsx')) },
      { path: 'offers', lazy: lazy(() => import('./offers/offers-page.tsx')) },
      { path: 'texts', lazy: lazy(() => import('./texts/texts-page.tsx')) },
      { path: 'settings', lazy: lazy(() => import('./settings/settings-page.tsx')) },
      { path: 'leaderboards', lazy: lazy(() => import('./settings/leaderboards-page.tsx')) },
      {
        path: 'start',
        lazy: lazyPage(['content-project', 'game-servers'], () => import('./new-game/start-page.tsx')),
      },
      { path: 'source', lazy: lazy(() => import('./source/source-page.tsx')) },
    ],
  },
  {
    path: 'content/new',
    lazy: lazyPage(
      ['content', 'content-project', 'game-servers'],
      () => import('./new-game/new-game-page.tsx'),
    ),
  },
]
