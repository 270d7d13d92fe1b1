import type { GameCard } from '@playhub/contract'
import { useTranslation } from 'react-i18next'
import { usePageLanguage } from '../../lib/context/page-context.ts'
import { toInterfaceLanguage } from '../../lib/language/language.ts'
import { isOpen, wordsOf } from '../../ui/game.ts'
import { atHand } from './library-rules.ts'
import { useCards } from './use-game-cards.ts'
import { useShelf } from './use-library.ts'

const most = 3

/**
 * The way back into the last games, for who has played before. It lies on the art of the window and takes no room of
 * its own: the page comes from a cache that knows no player, and nothing may move when it turns out who is here.
 */
export function AtHand() {
  const { t } = useTranslation('catalogue')
  const { cards } = useCards(atHand(useShelf(), most))
  const open = cards.filter(isOpen)
  if (open.length === 0) return null
  return (
    <nav aria-labelledby="continue-playing" className="continue-playing animate-appear">
      <h2 id="continue-playing" className="px-2 text-13 font-semibold text-text">
        {t('shelf.goOn')}
      </h2>
      <ul className="flex gap-1 md:mt-1 md:flex-col">
        {open.map((game) => (
          <GameAtHand key={game.project} game={game} />
        ))}
      </ul>
    </nav>
  )
}

function GameAtHand({ game }: { game: GameCard }) {
  const language = usePageLanguage()
  const { name } = wordsOf(game, toInterfaceLanguage(language))
  return (
    <li>
      <a
        href={`/games/${language}/${game.project}/`}
        title={name}
        className="flex min-h-11 min-w-11 items-center gap-3 rounded-control p-0.5 text-15 font-semibold md:p-2 md:hover:bg-ink-3/60"
      >
        <img
          src={game.web_page.cardLogoImage}
          alt=""
          width={40}
          height={40}
          className="size-10 rounded-control"
        />
        <span className="sr-only md:not-sr-only md:line-clamp-1 md:pe-2">{name}</span>
      </a>
    </li>
  )
}
