import type { RouteObject } from 'react-router'
import { lazyPage } from '../lib/messages.ts'
import { gameServerRouteId } from './server.ts'

type Page = Parameters<typeof lazyPage>[1]
const lazy = (importPage: Page) => lazyPage('game-servers', importPage)

export const gameServerRoutes: RouteObject[] = [
  { path: 'game-servers', lazy: lazy(() => import('./game-servers-page.tsx')) },
  {
    path: 'game-servers/:project',
    id: gameServerRouteId,
    lazy: lazy(() => import('./game-server-page.tsx')),
    children: [
      { index: true, lazy: lazy(() => import('./overview-page.tsx')) },
      { path: 'webhooks', lazy: lazy(() => import('./webhooks-page.tsx')) },
      { path: 'deliveries', lazy: lazy(() => import('./deliveries-page.tsx')) },
      { path: 'builds', lazy: lazy(() => import('./builds/builds-page.tsx')) },
      { path: 'keys', lazy: lazy(() => import('./keys-page.tsx')) },
      { path: 'secret', lazy: lazy(() => import('./secret-page.tsx')) },
    ],
  },
  { path: 'webhooks/:id', lazy: lazy(() => import('./webhook-page.tsx')) },
]
