import type { FoundGames } from '@playhub/contract'
import type { HeadContext } from '../../lib/page/page-title.ts'
import { isOpen, wordsOf } from '../../ui/game.ts'
import { addressOf } from './structured-data.ts'

/** The games that can be opened, as schema.org has a list, for search engines. */
export function listFact({ games }: FoundGames, place: HeadContext): Record<string, unknown> {
  return {
    '@type': 'ItemList',
    itemListElement: games.filter(isOpen).map((game, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: wordsOf(game, place.language).name,
      url: addressOf(game, place),
    })),
  }
}
