import type { GameCard } from '@playhub/contract'
import type { InterfaceLanguage } from '../lib/language/language.ts'

/** What a game says of itself, in one language. */
export function wordsOf({ localization }: GameCard, language: InterfaceLanguage) {
  return { name: localization.name[language], line: localization.cardDescription[language] }
}

/** Whether a game can be opened: listed, alive and finished enough. */
export function isOpen({ web_page }: GameCard): boolean {
  return web_page.isActive && !web_page.inDevelop
}

/** A game's own light, for `--tint`. The stylesheet keeps the contrast, whatever the colour. */
export function tintOf({ web_page }: GameCard): Record<`--${string}`, string> {
  return { '--tint': web_page.cardBackgroundColor, '--tint-deep': web_page.footerBackgroundColor }
}

/** The name of a game's picture in a view transition between its card and its page. */
export function artName({ project }: GameCard): string {
  return `art-${project.replace(/[^\w-]/g, '-')}`
}
