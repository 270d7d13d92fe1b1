import type { Game, PriceItem } from '@playhub/contract'
import type { InterfaceLanguage } from '../lib/language.ts'
import { wordsOf } from './game-words.ts'

/** A game as schema.org has it, for search engines. */
export function gameFacts(
  { game }: { game: Game; items: PriceItem[] },
  language: InterfaceLanguage,
  origin: string,
): Record<string, unknown> {
  const { name } = wordsOf(game, language)
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoGame',
    name,
    description: game.localization.fullDescription[language],
    url: `${origin}/games/${language}/${game.project}/`,
    image: new URL(game.web_page.gameImage, origin).href,
    inLanguage: ['ru', 'en'],
    gamePlatform: 'Web browser',
    applicationCategory: 'Game',
    operatingSystem: 'Any',
    offers: { '@type': 'Offer', price: 0, priceCurrency: language === 'ru' ? 'RUB' : 'USD' },
  }
}
