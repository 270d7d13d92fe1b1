import { FullPageSpinner } from '@playhub/ui/spinner.tsx'
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { accountsRoutes } from '../accounts/routes.tsx'
import { catalogueRoutes } from '../catalogue/routes.tsx'
import { getRequestLanguage } from '../lib/api/public-api.ts'
import { ROOT_ROUTE } from '../lib/context/page-context.ts'
import { lazyPage } from '../lib/page/lazy-page.ts'
import { paymentsRoutes } from '../payments/routes.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { RootLayout, rootLoader, rootShouldRevalidate } from './root.tsx'

const toCatalogue = (args: LoaderFunctionArgs) => redirect(`/games/${getRequestLanguage(args)}/`)

/** Every route of the hub (specification §2). */
export function createRoutes(): RouteObject[] {
  return [
    {
      id: ROOT_ROUTE,
      Component: RootLayout,
      loader: rootLoader,
      shouldRevalidate: rootShouldRevalidate,
      ErrorBoundary: ErrorScreen,
      children: [
        {
          ErrorBoundary: ErrorScreen,
          children: [
            ...catalogueRoutes,
            {
              id: 'document',
              path: 'docs/:file',
              lazy: lazyPage(() => import('../documents/document-page.tsx')),
            },
            ...accountsRoutes,
            ...paymentsRoutes,
            {
              path: 'transactions/help/:id?',
              lazy: lazyPage(() => import('../support/support-page.tsx'), 'support'),
            },
            {
              path: 'developers',
              lazy: lazyPage(() => import('../developers/developers-page.tsx'), 'developers', 'play'),
            },
            {
              path: 'developers/previews/:preview',
              lazy: lazyPage(() => import('../developers/preview-page.tsx'), 'developers', 'play'),
            },
            {
              id: 'team-document',
              path: 'developers/docs/*',
              lazy: lazyPage(() => import('../documents/team-document-page.tsx'), 'developers'),
            },
            // Waiting pages: an app reads the result in the address, a host window has got it by a message.
            { path: 'loader', Component: FullPageSpinner },
            { path: 'unauthorized/:result?', Component: FullPageSpinner },
            { id: 'elsewhere', path: '*', loader: toCatalogue },
          ],
        },
      ],
    },
  ]
}
