import type { RouteObject } from 'react-router'
import { lazyPage } from '../lib/messages.ts'

export const contentPictureRoutes: RouteObject[] = [
  {
    path: 'content/pictures/:project',
    lazy: lazyPage('pictures', () => import('./pictures/pictures-page.tsx')),
  },
  {
    path: 'content/preview/:project',
    lazy: lazyPage('pictures', () => import('./preview/preview-page.tsx')),
  },
]
