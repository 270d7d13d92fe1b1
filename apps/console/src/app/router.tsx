import { createBrowserRouter, type RouteObject } from 'react-router'
import { gameServerRoutes } from '../game-servers/routes.ts'
import { setCallHandlers } from '../lib/api.ts'
import { loadMe, shellRouteId } from '../lib/me.ts'
import { lazyPage, switchLanguage } from '../lib/messages.ts'
import { askForProof } from '../lib/proof.ts'
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
      { path: 'activity', lazy: lazyPage('players', () => import('../players/activity-page.tsx')) },
      { path: 'notes', lazy: lazyPage('players', () => import('../players/notes-page.tsx')) },
    ],
  },
  ...gameServerRoutes,
  { path: 'finance', lazy: lazyPage('finance', () => import('../finance/finance-page.tsx')) },
  { path: 'operations', lazy: lazyPage('operations', () => import('../operations/operations-page.tsx')) },
  { path: 'audit', lazy: lazyPage('audit', () => import('../audit/audit-page.tsx')) },
  { path: 'operators', lazy: lazyPage('operators', () => import('../operators/operators-page.tsx')) },
  { path: 'operators/:id', lazy: lazyPage('operators', () => import('../operators/operator-page.tsx')) },
  { path: 'me', lazy: lazyPage('account', () => import('../account/account-page.tsx')) },
]

const routes: RouteObject[] = [
  {
    HydrateFallback: StartScreen,
    children: [
      { path: 'sign-in', lazy: lazyPage('login', () => import('../login/sign-in-page.tsx')) },
      { path: 'set-up/:token', lazy: lazyPage('login', () => import('../login/set-up-page.tsx')) },
    ],
  },
  {
    id: shellRouteId,
    Component: Shell,
    HydrateFallback: StartScreen,
    ErrorBoundary: ScreenError,
    loader: loadOperator,
    // The operator's rights are read again on every navigation by the server; the menu may lag behind.
    shouldRevalidate: ({ defaultShouldRevalidate, currentUrl, nextUrl }) =>
      defaultShouldRevalidate && currentUrl.pathname === nextUrl.pathname,
    children: [{ ErrorBoundary: ScreenError, children: [...areas, { path: '*', Component: NotFound }] }],
  },
]

/** @param basename  The console's path: '' or '/console'. */
export function createConsoleRouter(basename: string) {
  const router = createBrowserRouter(routes, { basename: basename || '/' })
  setCallHandlers({
    unauthorized() {
      const { pathname, search } = router.state.navigation.location ?? router.state.location
      // The router's locations have the base path, and `navigate` adds it.
      const page = pathname.slice(basename.length)
      if (!isLoginPage(page)) void router.navigate(getLoginAddress(page + search), { replace: true })
    },
    prove: askForProof,
  })
  return router
}

const isLoginPage = (pathname: string) => /^\/(sign-in|set-up)(\/|$)/.test(pathname)
const getLoginAddress = (address: string) => `/sign-in?return=${encodeURIComponent(address)}`

async function loadOperator() {
  const operator = await loadMe()
  await switchLanguage(operator.language)
  return operator
}
