import './styles/main.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { followLinks } from './app/links.ts'
import { followAddress } from './app/root.tsx'
import { createRoutes } from './app/routes.tsx'
import { onUnauthorized } from './lib/api.ts'
import { type BootData, noteUnfinished, readBootData } from './lib/boot-data.ts'
import { browserApi } from './lib/browser-api.ts'
import { adoptClientConfig, ClientConfigContext } from './lib/client-config.ts'
import { rememberHost } from './lib/embedding.ts'
import { FallbackLanguage } from './lib/hooks.ts'
import { accessToken, adoptAddress, rememberLanguage } from './lib/hub-context.ts'
import { languageOfAddress } from './lib/language.ts'
import { provideNavigate } from './lib/navigation.ts'
import { currentPlayer, refreshPlayer } from './lib/player.ts'
import { provideApi } from './lib/public-api.ts'
import { browserTexts, currentLanguage, switchLanguage } from './lib/texts.ts'
import { handleUnauthorized } from './lib/unauthorized.ts'

/**
 * Wakes the client in the page that the server sent.
 * @param takePress  Gives what the reader pressed while we were not here yet; the press is repeated.
 */
export async function start(takePress: () => HTMLElement | undefined): Promise<void> {
  const boot = readBootData()
  adoptClientConfig(boot.config)
  rememberHost()
  onUnauthorized(() => void handleUnauthorized())
  const router = await openRouter(boot)
  provideNavigate((to, options) => void router.navigate(to, options))
  followLinks((address, options) => void router.navigate(address, options), rememberLanguage)
  show(router, boot)
  const pressed = takePress()
  if (pressed) requestAnimationFrame(() => pressed.click())
  if (needsIntroduction()) await refreshPlayer().catch(() => undefined)
}

async function openRouter(boot: BootData) {
  const routes = createRoutes()
  const getContext = () => provideApi(browserApi, boot.config.tenant)
  if (!boot.hydration) {
    noteUnfinished(location.href)
    await followAddress(new URL(location.href))
    return createBrowserRouter(routes, { getContext })
  }
  adoptAddress(new URL(location.href))
  await switchLanguage(boot.language)
  await fetchLazyRoutes(routes)
  return createBrowserRouter(routes, { getContext, hydrationData: boot.hydration })
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

function show(router: ReturnType<typeof createBrowserRouter>, boot: BootData): void {
  const place = document.getElementById('root')
  if (!place) return
  const app = (
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
  if (!boot.hydration) {
    createRoot(place).render(app)
    return
  }
  // In slices, so that a press in the meantime is answered at once.
  startTransition(() => void hydrateRoot(place, app))
  // A page without a language in its address came in the server's guess; the reader's own choice follows.
  if (languageOfAddress(new URL(location.href)) !== boot.language) void router.revalidate()
}

/** A token that came by URL says nothing about whose it is. */
function needsIntroduction(): boolean {
  const player = currentPlayer()
  return Boolean(accessToken()) && player.kind === 'player' && player.userId === ''
}
