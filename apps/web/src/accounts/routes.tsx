import type { RouteObject } from 'react-router'
import { lazyPage } from '../lib/lazy-page.ts'

const soon = lazyPage(() => import('../ui/soon-page.tsx'), 'accounts')

/** Signing in, registering, recovering a password, and the player's own settings. */
export const accountsRoutes: RouteObject[] = [
  { path: 'session/loginDone/:result?', lazy: soon },
  { path: 'session/login/email/:session?/:source?', lazy: soon },
  { path: 'session/login/:session?/:source?/:locale?/:project?/:jwt?', lazy: soon },
  { path: 'session/registration/:session?/:source?', lazy: soon },
  { path: 'auth/recovery-password/:session?/:source?', lazy: soon },
  { path: 'auth/deletion-personal-data', lazy: soon },
  { path: 'settings', lazy: soon },
]
