import type { RouteObject } from 'react-router'
import { lazyPage } from '../lib/page/lazy-page.ts'
import { SIGN_IN_ROUTE } from '../lib/page/page-title.ts'

/** A static segment outranks a parameter: `/session/login/email` is the email form, `/session/login/{session}` is not. */
export const accountsRoutes: RouteObject[] = [
  {
    path: 'session/loginDone/:result?',
    lazy: lazyPage(() => import('./oauth-callback/callback-page.tsx'), 'accounts'),
  },
  {
    path: 'session/login/email/:session?/:source?',
    lazy: lazyPage(() => import('./login/email-login-page.tsx'), 'accounts'),
  },
  {
    id: SIGN_IN_ROUTE,
    path: 'session/login/:session?/:source?/:locale?/:project?/:jwt?',
    lazy: lazyPage(() => import('./login/login-page.tsx'), 'accounts'),
  },
  {
    path: 'session/registration/:session?/:source?',
    lazy: lazyPage(() => import('./registration/registration-page.tsx'), 'accounts'),
  },
  { path: 'session/consent', lazy: lazyPage(() => import('./consent/consent-page.tsx'), 'accounts') },
  {
    path: 'auth/recovery-password/:session?/:source?',
    lazy: lazyPage(() => import('./recovery/recovery-page.tsx'), 'accounts'),
  },
  {
    path: 'auth/deletion-personal-data',
    lazy: lazyPage(() => import('./deletion-page.tsx'), 'accounts'),
  },
  { path: 'auth/undo', lazy: lazyPage(() => import('./undo-page.tsx'), 'accounts') },
  {
    path: 'settings',
    lazy: lazyPage(() => import('./profile/profile-page.tsx'), 'accounts', 'profile', 'game'),
  },
]
