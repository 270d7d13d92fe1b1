import type { Game } from '@playhub/contract'

/** What the catalogue needs of a game: the rest of it waits for the game's own page. */
export type ListedGame = Pick<Game, 'project'> & {
  web_page: Pick<
    Game['web_page'],
    | 'cardBackgroundColor'
    | 'footerBackgroundColor'
    | 'gameImage'
    | 'heroImage'
    | 'heroImageSmall'
    | 'cardLogoImage'
    | 'inDevelop'
    | 'isActive'
  >
  localization: Pick<Game['localization'], 'name' | 'cardDescription'>
}

export function listed({ project, web_page, localization }: Game): ListedGame {
  const { cardBackgroundColor, footerBackgroundColor, gameImage, heroImage, heroImageSmall } = web_page
  const { cardLogoImage, inDevelop, isActive } = web_page
  const { name, cardDescription } = localization
  return {
    project,
    web_page: {
      cardBackgroundColor,
      footerBackgroundColor,
      gameImage,
      heroImage,
      heroImageSmall,
      cardLogoImage,
      inDevelop,
      isActive,
    },
    localization: { name, cardDescription },
  }
}

import type { InterfaceLanguage } from '../lib/language.ts'

/** What a game says of itself, in one language. */
export function wordsOf({ localization }: ListedGame, language: InterfaceLanguage) {
  return { name: localization.name[language], line: localization.cardDescription[language] }
}

/** Whether a game can be opened: listed, alive and finished enough. */
export function isOpen({ web_page }: ListedGame): boolean {
  return web_page.isActive && !web_page.inDevelop
}

/** A game's own light, for `--tint`. The stylesheet keeps the contrast, whatever the colour. */
export function tintOf({ web_page }: ListedGame): Record<`--${string}`, string> {
  return { '--tint': web_page.cardBackgroundColor, '--tint-deep': web_page.footerBackgroundColor }
}

/** The name of a game's picture in a view transition between its card and its page. */
export function artName({ project }: ListedGame): string {
  return `art-${project.replace(/[^\w-]/g, '-')}`
}
