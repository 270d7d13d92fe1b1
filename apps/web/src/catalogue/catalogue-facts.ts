import type { FoundGames } from '@playhub/contract'
import { isOpen } from './game-words.ts'

/** The list as schema.org has it, for search engines. */
export function listFacts({ games }: FoundGames, origin: string): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: games.filter(isOpen).map((game, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name: game.localization.name.en,
      url: `${origin}/games/en/${game.project}/`,
    })),
  }
}
