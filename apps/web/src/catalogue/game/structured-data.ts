import type { FoundGames, Game } from '@playhub/contract'
import { localText } from '@playhub/contract/languages'
import type { HeadContext } from '../../lib/page/page-title.ts'
import { gameLabels } from '../../ui/game.ts'

type Place = Pick<HeadContext, 'language' | 'languages' | 'origin'>

/** A game in schema.org's vocabulary. */
export function gameStructuredData(game: Game, place: Place): Record<string, unknown> {
  const { language, languages, origin } = place
  return {
    '@type': 'VideoGame',
    name: gameLabels(game, language).name,
    description: localText(game.localization.fullDescription, language) || undefined,
    url: toGameUrl(game, place),
    image: new URL(game.web_page.gameImage, origin).href,
    inLanguage: languages,
    gamePlatform: 'Web browser',
    applicationCategory: 'Game',
    operatingSystem: 'Any',
    offers: { '@type': 'Offer', price: 0, priceCurrency: language === 'ru' ? 'RUB' : 'USD' },
  }
}

/** The playable games as a list in schema.org's vocabulary. */
export function gameListStructuredData(found: FoundGames, place: Place): Record<string, unknown> {
  const games = found.featured ? [found.featured, ...found.games] : found.games
  return {
    '@type': 'ItemList',
    itemListElement: games.map((game, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: gameLabels(game, place.language).name,
      url: toGameUrl(game, place),
    })),
  }
}

const toGameUrl = ({ project }: { project: string }, { language, origin }: Place) =>
  `${origin}/games/${language}/${project}/`
