import type { Game, GameCard } from '@playhub/contract'
import { localText, type RecognisedLanguage } from '@playhub/contract/languages'
import { PLAY_PARAMETER } from '../lib/context/page-context.ts'

export function gameLabels({ localization }: GameCard, language: string) {
  return {
    name: localText(localization.name, language),
    tagline: localText(localization.cardDescription, language),
  }
}

/** True when a game can be opened: active, and not in development. */
export function isPlayable({ web_page }: GameCard): boolean {
  return web_page.isActive && !web_page.inDevelop
}

/** A game page's URL. A project outside the catalogue has the catalogue page to itself (specification §2). */
export function gameUrl(
  project: string,
  mainData: Pick<Game['mainData'], 'outOfCatalog'> | undefined,
  language: RecognisedLanguage,
): string {
  const catalogue = `/games/${language}/`
  return mainData?.outOfCatalog ? `${catalogue}?project=${project}` : `${catalogue}${project}/`
}

/** Opens the game at once. The page of a project outside the catalogue starts with a question or its own button. */
export function playUrl(
  project: string,
  mainData: Pick<Game['mainData'], 'outOfCatalog'> | undefined,
  language: RecognisedLanguage,
): string {
  const url = gameUrl(project, mainData, language)
  return mainData?.outOfCatalog ? url : `${url}?${PLAY_PARAMETER}=1`
}

/** A game's own colours as CSS variables. The stylesheet adjusts their lightness, so any colour has enough contrast. */
export function gameColours({ web_page }: GameCard): Record<`--${string}`, string> {
  return { '--tint': web_page.cardBackgroundColor, '--tint-deep': web_page.footerBackgroundColor }
}

/** Sets a game's colour for everything `tinted` inside; the theme's own when it has none. */
export function getTint(colour: string | undefined): Record<`--${string}`, string> | undefined {
  return colour ? { '--tint': colour } : undefined
}
