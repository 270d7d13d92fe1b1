import type { OperatorMe } from '@playhub/contract/operator'
import { createBrowserRouter, Outlet, type RouteObject, ScrollRestoration } from 'react-router'
import { contentPictureRoutes } from '../content/picture-routes.ts'
import { contentRoutes } from '../content/routes.ts'
import { gameServerRoutes } from '../game-servers/routes.ts'
import { setCallHandlers } from '../lib/api.ts'
import { loadMe, shellRouteId } from '../lib/me.ts'
import { lazyPage, switchLanguage } from '../lib/messages.ts'
import { getEntryKey, toResumedState } from '../lib/navigation/entry.ts'
import { getSessionEnd } from '../lib/navigation/session-end.ts'
import { requestReauthentication } from '../lib/reauthentication.ts'
import { playerRouteId } from '../players/player.ts'
import { NotFound } from './not-found.tsx'
import { ScreenError } from './screen-error.tsx'
import { Shell, StartScreen } from './shell.tsx'

/** Screens behind the login. An area adds its routes here. */
const areas: RouteObject[] = [
  { index: true, lazy: lazyPage('home', () => import('../home/home-page.tsx')) },
  { path: 'orders', lazy: lazyPage('orders', () => import('../orders/orders-page.tsx')) },
  { path: 'orders/:id', lazy: lazyPage('orders', () => import('../orders/order-page.tsx')) },
  { path: 'refunds', lazy: lazyPage('orders', () => import('../refunds/refunds-page.tsx')) },
  { path: 'disputes', lazy: lazyPage('orders', () => import('../disputes/disputes-page.tsx')) },
  { path: 'search', lazy: lazyPage('search', () => import('../search/search-page.tsx')) },
  { path: 'tickets', lazy: lazyPage('tickets', () => import('../tickets/tickets-page.tsx')) },
  { path: 'tickets/:id', lazy: lazyPage(['tickets', 'saves'], () => import('../tickets/ticket-page.tsx')) },
  { path: 'replies', lazy: lazyPage('tickets', () => import('../tickets/replies-page.tsx')) },
  { path: 'replies/:id', lazy: lazyPage('tickets', () => import('../tickets/reply-page.tsx')) },
  { path: 'players', lazy: lazyPage('players', () => import('../players/players-page.tsx')) },
  {
    path: 'players/:id',
    id: playerRouteId,
    lazy: lazyPage('players', () => import('../players/player-page.tsx')),
    children: [
      { index: true, lazy: lazyPage('players', () => import('../players/overview-page.tsx')) },
      { path: 'orders', lazy: lazyPage('players', () => import('../players/orders-page.tsx')) },
      { path: 'purchases', lazy: lazyPage('players', () => import('../players/purchases-page.tsx')) },
      { path: 'saves', lazy: lazyPage(['players', 'saves'], () => import('../players/saves-page.tsx')) },
      { path: 'tickets', lazy: lazyPage('players', () => import('../players/tickets-page.tsx')) },
      { path: 'sessions', lazy: lazyPage('players', () => import('../players/sessions-page.tsx')) },
      {
        path: 'activity',
        lazy: lazyPage(['players', 'audit'], () => import('../players/activity-page.tsx')),
      },
      { path: 'notes', lazy: lazyPage('players', () => import('../players/notes-page.tsx')) },
    ],
  },
  ...gameServerRoutes,
  ...contentPictureRoutes,
  {
    path: 'leaderboards',
    lazy: lazyPage('leaderboards', () => import('../leaderboards/leaderboards-page.tsx')),
  },
  {
    path: 'leaderboards/:project/:board',
    lazy: lazyPage(['leaderboards', 'players'], () => import('../leaderboards/scores-page.tsx')),
  },
  ...contentRoutes,
  { path: 'offers', lazy: lazyPage('offers', () => import('../offers/first-project.tsx')) },
  {
    path: 'offers/:project',
    lazy: lazyPage(['offers', 'content'], () => import('../offers/offers-page.tsx')),
  },
  {
    path: 'offers/:project/:offer',
    lazy: lazyPage(['offers', 'content'], () => import('../offers/offer-page.tsx')),
  },
  ...['insights', 'insights/:project'].map((path) => ({
    path,
    lazy: lazyPage(['insights', 'game-servers'], () => import('../insights/insights-page.tsx')),
  })),
  { path: 'finance', lazy: lazyPage('finance', () => import('../finance/finance-page.tsx')) },
  { path: 'operations', lazy: lazyPage('operations', () => import('../operations/operations-page.tsx')) },
  { path: 'audit', lazy: lazyPage('audit', () => import('../audit/audit-page.tsx')) },
  { path: 'operators', lazy: lazyPage('operators', () => import('../operators/operators-page.tsx')) },
  { path: 'operators/:id', lazy: lazyPage('operators', () => import('../operators/operator-page.tsx')) },
  { path: 'me', lazy: lazyPage('account', () => import('../account/account-page.tsx')) },
]

const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: StartScreen,
    children: [
      { path: 'sign-in', lazy: lazyPage('login', () => import('../login/login-page.tsx')) },
      {
        path: 'forgotten-password',
        lazy: lazyPage('login', () => import('../login/forgotten/forgotten-page.tsx')),
      },
      {
        path: 'new-password/:token',
        lazy: lazyPage('login', () => import('../login/forgotten/new-password-page.tsx')),
      },
      { path: 'set-up/:token', lazy: lazyPage('login', () => import('../login/set-up-page.tsx')) },
      {
        id: shellRouteId,
        Component: Shell,
        ErrorBoundary: ScreenError,
        loader: loadOperator,
        // The operator's rights are read again on every navigation by the server; the menu may lag behind.
        shouldRevalidate: ({ defaultShouldRevalidate, currentUrl, nextUrl }) =>
          defaultShouldRevalidate && currentUrl.pathname === nextUrl.pathname,
        children: [{ ErrorBoundary: ScreenError, children: [...areas, { path: '*', Component: NotFound }] }],
      },
    ],
  },
]

/** @param basename  The console's path: '' or '/console'. */
export function createConsoleRouter(basename: string) {
  const router = createBrowserRouter(routes, { basename: basename || '/' })
  setCallHandlers({
    unauthorized(refusal) {
      const { location, navigation, loaderData } = router.state
      const wanted = navigation.location ?? location
      // The router's locations have the base path, and `navigate` adds it.
      const page = wanted.pathname.slice(basename.length)
      if (isLoginPage(page)) return
      const me: OperatorMe | undefined = loaderData[shellRouteId]
      const search = describeLogin(page + wanted.search, getSessionEnd(refusal, me))
      // A link's target has no history entry of its own yet: the list that it was opened from stays.
      const isEntry = navigation.location === undefined || (history.state?.key ?? 'default') === wanted.key
      void router.navigate(`/sign-in${search}`, { replace: isEntry, state: toResumedState(wanted) })
    },
    prove: requestReauthentication,
  })
  return router
}

/** Above the login, so its places are kept meanwhile. */
function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration getKey={getEntryKey} />
    </>
  )
}

const isLoginPage = (pathname: string) => /^\/(sign-in|set-up)(\/|$)/.test(pathname)
const describeLogin = (url: string, ended: string | undefined) =>
  `?${new URLSearchParams({ return: url, ...(ended && { ended }) })}`

async function loadOperator() {
  const operator = await loadMe()
  await switchLanguage(operator.language)
  return operator
}
