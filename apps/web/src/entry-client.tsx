import './styles/main.css'
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { SIGN_IN_ROUTE } from './accounts/routes.tsx'
import { handleUnauthorized } from './accounts/unauthorized.ts'
import { noteDepartures } from './app/navigation/focus.ts'
import { followLinks } from './app/navigation/links.ts'
import { watchServersPage } from './app/navigation/replay-interactions.ts'
import { createRoutes } from './app/routes.tsx'
import { onUnauthorized } from './lib/api/api.ts'
import { browserApi } from './lib/api/browser-api.ts'
import { provideApi } from './lib/api/public-api.ts'
import { provideNavigate } from './lib/browser/navigation.ts'
import { ClientConfigContext, setClientConfig } from './lib/context/client-config.ts'
import { accessToken, readHubContext, saveContextFromUrl, saveLanguage } from './lib/context/hub-context.ts'
import { FallbackLanguage } from './lib/context/page-context.ts'
import { saveHostOrigin } from './lib/embedding/embedding.ts'
import { languageOfAddress } from './lib/language/language.ts'
import { browserTexts, currentLanguage, switchLanguage } from './lib/language/texts.ts'
import { type BootData, noteUnfinished, readBootData } from './lib/page/boot-data.ts'
import { currentPlayer, refreshPlayer } from './lib/player/player.ts'

/**
 * Wakes the client in the page that the server sent.
 * @param takePress  Gives what the reader pressed while we were not here yet; the press is repeated.
 */
export async function start(takePress: () => HTMLElement | undefined): Promise<void> {
  const boot = readBootData()
  setClientConfig(boot.config)
  saveHostOrigin()
  onUnauthorized(() => void handleUnauthorized())
  const takeOver = watchServersPage()
  const router = await (boot.hydration ? openServers(boot) : openShell(boot))
  followLinks((address, options) => void router.navigate(address, options), saveLanguage)
  await show(router, boot)
  takeOver(takePress())
  if (needsIntroduction()) await refreshPlayer().catch(() => undefined)
}

type Router = ReturnType<typeof createBrowserRouter>

function openRouter(routes: RouteObject[], { config, hydration }: BootData): Router {
  const getContext = () => provideApi(browserApi, config.tenant)
  const router = createBrowserRouter(routes, { getContext, hydrationData: hydration ?? undefined })
  noteDepartures(router)
  provideNavigate((to, options) => void router.navigate(to, options))
  return router
}

/** The page is the server's: it becomes ours as it is. */
async function openServers(boot: BootData): Promise<Router> {
  const routes = createRoutes()
  saveContextFromUrl(new URL(location.href))
  await switchLanguage(boot.language)
  await fetchLazyRoutes(routes)
  return openRouter(routes, boot)
}

/**
 * The server sent a shell, which stays until the whole page is there: its words, modules and answers come side by side,
 * and nothing is drawn twice.
 */
function openShell(boot: BootData): Promise<Router> {
  noteUnfinished(location.href)
  saveContextFromUrl(new URL(location.href))
  const router = openRouter(createRoutes(), boot)
  return new Promise((resolve) => {
    const isWhole = () => router.state.initialized && resolve(router)
    router.subscribe(isWhole)
    isWhole()
  })
}

/** The first render must match the server's at once, so its modules come before it. */
async function fetchLazyRoutes(routes: RouteObject[]): Promise<void> {
  const matches = matchRoutes(routes, location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      const page = await route.lazy()
      Object.assign(route, page, { lazy: undefined })
    }),
  )
}

/** @returns once every part of the page hears what is done to it. */
function show(router: Router, boot: BootData): Promise<void> {
  return new Promise((resolve) => {
    const place = document.getElementById('root')
    if (!place) return resolve()
    const app = <App router={router} boot={boot} onAwake={resolve} />
    // In slices, so that the page scrolls meanwhile.
    if (boot.hydration) hydrate(place, app, router, boot)
    else startTransition(() => createRoot(place).render(app))
  })
}

function hydrate(place: HTMLElement, app: ReactNode, router: Router, boot: BootData): void {
  startTransition(() => void hydrateRoot(place, app))
  // The server guesses a language where the address names none, and knows no project of this tab: those follow.
  const isOtherLanguage = languageOfAddress(new URL(location.href)) !== boot.language
  if (isOtherLanguage || isChooserOfOtherProject(boot)) void router.revalidate()
}

/** Awake after its parts: React runs their effects first. */
function App({ router, boot, onAwake }: { router: Router; boot: BootData; onAwake: () => void }) {
  useEffect(onAwake, [onAwake])
  return (
    <StrictMode>
      <I18nextProvider i18n={browserTexts()}>
        <ClientConfigContext value={boot.config}>
          <FallbackLanguage value={currentLanguage}>
            <RouterProvider router={router} />
          </FallbackLanguage>
        </ClientConfigContext>
      </I18nextProvider>
    </StrictMode>
  )
}

function isChooserOfOtherProject({ hydration, config }: BootData): boolean {
  const { project } = readHubContext()
  const isChooser = SIGN_IN_ROUTE in (hydration?.loaderData ?? {})
  return isChooser && project !== '' && project !== config.tenant
}

/** A token that came by URL says nothing about whose it is. */
function needsIntroduction(): boolean {
  const player = currentPlayer()
  return Boolean(accessToken()) && player.kind === 'player' && player.userId === ''
}
