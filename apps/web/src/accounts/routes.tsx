import type { RouteObject } from 'react-router'
import { lazyPage } from '../lib/page/lazy-page.ts'

/** The page that every guest sees alike, unless their address says more. */
export const SIGN_IN_ROUTE = 'chooser'

/**
 * Signing in, registering, recovering a password, and the player's own settings. A written-out segment outranks an
 * optional one, so `/session/login/email` is the form and `/session/login/{session}` the chooser.
 */
export const accountsRoutes: RouteObject[] = [
  {
    path: 'session/loginDone/:result?',
    lazy: lazyPage(() => import('./oauth-callback/callback-page.tsx'), 'accounts'),
  },
  {
    path: 'session/login/email/:session?/:source?',
    lazy: lazyPage(() => import('./sign-in/email-login-page.tsx'), 'accounts'),
  },
  {
    id: SIGN_IN_ROUTE,
    path: 'session/login/:session?/:source?/:locale?/:project?/:jwt?',
    lazy: lazyPage(() => import('./sign-in/sign-in-page.tsx'), 'accounts'),
  },
  {
    path: 'session/registration/:session?/:source?',
    lazy: lazyPage(() => import('./registration/registration-page.tsx'), 'accounts'),
  },
  {
    path: 'auth/recovery-password/:session?/:source?',
    lazy: lazyPage(() => import('./recovery/recovery-page.tsx'), 'accounts'),
  },
  {
    path: 'auth/deletion-personal-data',
    lazy: lazyPage(() => import('./deletion-page.tsx'), 'accounts'),
  },
  { path: 'settings', lazy: lazyPage(() => import('./profile/profile-page.tsx'), 'accounts', 'profile') },
]
