import type { InitialConfig, ProjectConfig } from '@playhub/contract'
import { createContext, use, useSyncExternalStore } from 'react'
import { useLocation, useMatches, useRouteLoaderData } from 'react-router'
import type { RecognisedLanguage } from '../language/language.ts'
import { useClientConfig } from './client-config.ts'
import { useHubContext } from './hub-context.ts'

const never = () => () => undefined

/** False while the page is the server's, true from the first render of the browser's own. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** What the page speaks where its address names no language. */
export const FallbackLanguage = createContext<() => RecognisedLanguage>(() => 'en')

export const LanguageContext = createContext<RecognisedLanguage>('en')

/** The language of the page as its address names it; the interface may show English for it. */
export function usePageLanguage(): RecognisedLanguage {
  return use(LanguageContext)
}

export type RootData = { config: InitialConfig }
export const ROOT_ROUTE = 'root'

const noConfig: InitialConfig = { projects: [], settings: [], supportEmail: '' }

/** Projects and settings of this hub; empty when they did not load. */
export function useInitialConfig(): InitialConfig {
  return useRouteLoaderData<RootData>(ROOT_ROUTE)?.config ?? noConfig
}

/** The project the hub speaks for now: the `project` parameter, else the tenant of the host. */
export function useProjectConfig(): ProjectConfig | undefined {
  const { projects } = useInitialConfig()
  const { tenant } = useClientConfig()
  const id = useHubContext().project || tenant
  return projects.find((project) => project.id === id)
}

export const PLAY_PARAMETER = 'play'
const GAME_ROUTE = 'game'

/** Whether a game has the screen. Pages come from the server as not playing, whatever their address says. */
export function useIsPlaying(): boolean {
  const isHydrated = useIsHydrated()
  const isGame = useMatches().some((match) => match.id === GAME_ROUTE)
  const { search } = useLocation()
  return isHydrated && isGame && new URLSearchParams(search).has(PLAY_PARAMETER)
}
