import type { GameCard } from '@playhub/contract'
import { useTranslation } from 'react-i18next'
import { useInterfaceLanguage, usePageLanguage } from '../../lib/context/page-context.ts'
import { gameLabels, isPlayable, playUrl } from '../../ui/game.ts'
import { gamesToContinue } from './library-rules.ts'
import { useLibrary } from './library-store.ts'
import { useGameCards } from './use-game-cards.ts'

const MAX_GAMES = 3

/**
 * Opens the player's last games. Positioned over the hero's picture, so nothing moves when it appears: the cached
 * page is rendered without knowing the player.
 */
export function ContinuePlaying() {
  const { t } = useTranslation('catalogue')
  const { cards } = useGameCards(gamesToContinue(useLibrary(), MAX_GAMES))
  const playable = cards.filter(isPlayable)
  if (playable.length === 0) return null
  return (
    <nav aria-labelledby="continue-playing" className="continue-playing animate-appear">
      <h2 id="continue-playing" className="px-2 text-14 font-semibold text-text">
        {t('library.goOn')}
      </h2>
      <ul className="flex gap-1 md:mt-1 md:flex-col">
        {playable.map((game) => (
          <GameLink key={game.project} game={game} />
        ))}
      </ul>
    </nav>
  )
}

function GameLink({ game }: { game: GameCard }) {
  const language = usePageLanguage()
  const { name } = gameLabels(game, useInterfaceLanguage())
  return (
    <li>
      <a
        href={playUrl(game.project, undefined, language)}
        data-art={game.web_page.gameImage}
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
