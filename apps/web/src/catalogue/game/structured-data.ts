import type { Game } from '@playhub/contract'
import type { HeadContext } from '../../lib/page/page-title.ts'
import { wordsOf } from '../../ui/game.ts'

type Place = Pick<HeadContext, 'language' | 'origin'>

/** Where a game's own page is. */
export const addressOf = ({ project }: { project: string }, { language, origin }: Place) =>
  `${origin}/games/${language}/${project}/`

/** A game as schema.org has it, for search engines. */
export function gameFact(game: Game, place: Place): Record<string, unknown> {
  const { language, origin } = place
  return {
    '@type': 'VideoGame',
    name: wordsOf(game, language).name,
    description: game.localization.fullDescription[language],
    url: addressOf(game, place),
    image: new URL(game.web_page.gameImage, origin).href,
    inLanguage: ['ru', 'en'],
    gamePlatform: 'Web browser',
    applicationCategory: 'Game',
    operatingSystem: 'Any',
    offers: { '@type': 'Offer', price: 0, priceCurrency: language === 'ru' ? 'RUB' : 'USD' },
  }
}
