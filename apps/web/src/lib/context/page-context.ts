import type { InitialConfig, ProjectConfig } from '@playhub/contract'
import { createContext, use, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useMatches, useRouteLoaderData } from 'react-router'
import type { InterfaceLanguage, RecognisedLanguage } from '../language/language.ts'
import { useClientConfig } from './client-config.ts'
import { useHubContext } from './hub-context.ts'

const never = () => () => undefined

/** False on the server and during hydration, true afterwards. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** The language for a page whose URL has none. */
export const FallbackLanguage = createContext<() => RecognisedLanguage>(() => 'en')

export const LanguageContext = createContext<RecognisedLanguage>('en')

/** The language in the page URL; the interface may show the default language for it. */
export function usePageLanguage(): RecognisedLanguage {
  return use(LanguageContext)
}

/** The language of the page's messages. */
export function useInterfaceLanguage(): InterfaceLanguage {
  return useTranslation().i18n.language as InterfaceLanguage
}

export type RootData = { config: InitialConfig }
export const ROOT_ROUTE = 'root'

const noConfig: InitialConfig = { projects: [], settings: [], supportEmail: '' }

/** The hub's projects and settings; empty when they failed to load. */
export function useInitialConfig(): InitialConfig {
  return useRouteLoaderData<RootData>(ROOT_ROUTE)?.config ?? noConfig
}

/** `limits.passwordMax` in the contract, whose module every page would load for it. */
const DEFAULT_PASSWORD_MAX = 20

/** Maximum password length: 20, unless the operator has raised it. */
export function usePasswordMax(): number {
  const raised = useInitialConfig().settings.find(({ id }) => id === 'passwordMaxLength')
  return Number(raised?.value) || DEFAULT_PASSWORD_MAX
}

/** The current project: from the `project` parameter, else the host's tenant. */
export function useProjectConfig(): ProjectConfig | undefined {
  const { projects } = useInitialConfig()
  const { tenant } = useClientConfig()
  const id = useHubContext().project || tenant
  return projects.find((project) => project.id === id)
}

/** In a game page's URL it opens the game. */
export const PLAY_PARAMETER = 'play'
const GAME_ROUTE = 'game'

/** True while a game runs on the page. */
export function useIsPlaying(): boolean {
  const isGame = useMatches().some((match) => match.id === GAME_ROUTE)
  const { search } = useLocation()
  return isGame && new URLSearchParams(search).has(PLAY_PARAMETER)
}
