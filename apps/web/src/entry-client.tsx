import '@playhub/ui/zod-without-eval.ts'
import './styles/main.css'
import { StrictMode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { allowClicksInTransitions } from './app/navigation/click-in-transition.ts'
import { trackFocusBeforeNavigation } from './app/navigation/focus.ts'
import { followLinks } from './app/navigation/links.ts'
import { recordInteractions } from './app/navigation/replay-interactions.ts'
import { createRoutes } from './app/routes.tsx'
import { setLoginHandlers } from './lib/api/api.ts'
import { browserApi } from './lib/api/browser-api.ts'
import { provideApi } from './lib/api/public-api.ts'
import { navigate, provideNavigate } from './lib/browser/navigation.ts'
import { nextTask } from './lib/browser/next-task.ts'
import { ClientConfigContext, setClientConfig } from './lib/context/client-config.ts'
import { readHubContext, saveContextFromUrl, saveLanguage } from './lib/context/hub-context.ts'
import { FallbackLanguage } from './lib/context/page-context.ts'
import { canBeClosed, saveHostOrigin } from './lib/embedding/embedding.ts'
import { detectLanguage } from './lib/language/language.ts'
import { browserMessages, currentLanguage, hasMessages, switchLanguage } from './lib/language/messages.ts'
import { type BootData, readBootData, rememberShell } from './lib/page/boot-data.ts'
import { isPublicRoute, type RouteHandle, SIGN_IN_ROUTE } from './lib/page/page-title.ts'
import {
  clearPlayer,
  currentPlayer,
  followOtherTabs,
  knownPlayer,
  recheckPlayer,
} from './lib/player/player.ts'

/**
 * Hydrates a server-rendered page, or renders a shell's page.
 * @param stopCapturing  Returns the control clicked before; the click is replayed.
 * @throws when a needed file failed to load; `boot.ts` loads the page again.
 */
export async function start(stopCapturing: () => HTMLElement | undefined): Promise<void> {
  const boot = readBootData()
  setClientConfig(boot.config)
  saveHostOrigin()
  let router: Router | undefined
  setLoginHandlers({
    unauthorized() {
      const staysAsGuest = isGuestWithDeadLink(router)
      void endLogin(staysAsGuest)
      return !staysAsGuest
    },
    missing: recheckPlayer,
    replaced: () => void knownPlayer(),
  })
  const replayInteractions = recordInteractions()
  router = await (boot.hydration ? prepareHydration(boot) : loadShellPage(boot))
  allowClicksInTransitions()
  await render(router, boot)
  // Wait until the end of hydration: an earlier navigation would not match the server's HTML.
  followLinks((url, options) => void router?.navigate(url, options), saveLanguage)
  replayInteractions(stopCapturing())
  void followChanges(router, boot)
}

/** Few visits need the module. Without it the player logs in again, and the host is not informed. */
async function endLogin(staysAsGuest: boolean): Promise<void> {
  clearPlayer()
  await import('./accounts/unauthorized.ts').then(
    ({ handleUnauthorized }) => handleUnauthorized(staysAsGuest),
    () => staysAsGuest || navigate('/session/login', { replace: true }),
  )
}

/** A link's invalid token keeps nobody from a page for guests. */
function isGuestWithDeadLink(router: Router | undefined): boolean {
  const player = currentPlayer()
  const isUnknown = player.kind === 'player' && player.userId === ''
  return isUnknown && isPublicRoute(router?.state.matches.at(-1)?.route.id) && !canBeClosed()
}

async function followChanges(router: Router, boot: BootData): Promise<void> {
  // The server guesses the language for a URL without one, and does not know the project stored in this tab.
  // Another language would not match the server's HTML until hydration ends.
  const isOtherLanguage = detectLanguage(new URL(location.href)) !== boot.language
  if (boot.hydration && (isOtherLanguage || isLoginForOtherProject(boot))) void router.revalidate()
  followOtherTabs(() => void followLogin(router))
  await knownPlayer()
  if (import.meta.env.PROD) await keepOffline(router, boot)
}

/** Loads after everything needed by the page itself. If the connection is lost before, the next page tries again. */
async function keepOffline(router: Router, { hydration }: BootData): Promise<void> {
  const loaded = await import('./lib/offline/service-worker.ts').catch(() => undefined)
  await loaded?.registerServiceWorker({
    isPublic: hydration !== null,
    onReconnect: () => void router.revalidate(),
  })
}

type Router = ReturnType<typeof createBrowserRouter>

function createRouter(routes: RouteObject[], { config, hydration }: BootData): Router {
  const getContext = () => provideApi(browserApi, config.tenant)
  const router = createBrowserRouter(routes, { getContext, hydrationData: hydration ?? undefined })
  trackFocusBeforeNavigation(router)
  provideNavigate((to, options) => void router.navigate(to, options))
  return router
}

async function prepareHydration(boot: BootData): Promise<Router> {
  const routes = createRoutes()
  saveContextFromUrl(new URL(location.href))
  await switchLanguage(boot.language)
  await loadLazyRoutes(routes)
  return createRouter(routes, boot)
}

/** Loads the page's messages, modules and data in parallel. The shell stays until all are there. */
async function loadShellPage(boot: BootData): Promise<Router> {
  rememberShell(location.href)
  saveContextFromUrl(new URL(location.href))
  browserMessages()
  await nextTask()
  const router = createRouter(createRoutes(), boot)
  await new Promise<void>((resolve) => {
    const resolveIfReady = () => router.state.initialized && resolve()
    router.subscribe(resolveIfReady)
    resolveIfReady()
  })
  if (!hasMessages()) throw new Error('The texts of the page did not load')
  return router
}

/** Loads the page's modules before hydration, so the first render matches the server's. */
async function loadLazyRoutes(routes: RouteObject[]): Promise<void> {
  const matches = matchRoutes(routes, location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      const page = await route.lazy()
      Object.assign(route, page, { lazy: undefined })
    }),
  )
}

/** @returns a promise resolved when the page is interactive. */
function render(router: Router, boot: BootData): Promise<void> {
  return new Promise((resolve) => {
    const root = document.getElementById('root')
    if (!root) return resolve()
    const app = <App router={router} boot={boot} onReady={resolve} />
    // A transition renders in slices, so the page stays responsive.
    startTransition(() => {
      if (boot.hydration) hydrateRoot(root, app)
      else createRoot(root).render(app)
    })
  })
}

/** Its effect runs after those in all its children. */
function App({ router, boot, onReady }: { router: Router; boot: BootData; onReady: () => void }) {
  useEffect(onReady, [onReady])
  return (
    <StrictMode>
      <I18nextProvider i18n={browserMessages()}>
        <ClientConfigContext value={boot.config}>
          <FallbackLanguage value={currentLanguage}>
            <RouterProvider router={router} />
          </FallbackLanguage>
        </ClientConfigContext>
      </I18nextProvider>
    </StrictMode>
  )
}

function isLoginForOtherProject({ hydration, config }: BootData): boolean {
  const { project } = readHubContext()
  const isLogin = SIGN_IN_ROUTE in (hydration?.loaderData ?? {})
  return isLogin && project !== '' && project !== config.tenant
}

/** Reruns guards on player and guest pages. Other pages update without their data, which may not load. */
async function followLogin(router: Router): Promise<void> {
  await knownPlayer()
  const handles: (RouteHandle | undefined)[] = router.state.matches.map(({ route }) => route.handle)
  if (handles.some((handle) => handle?.access)) await router.revalidate()
}
