import type { GameCard as Card } from '@playhub/contract'
import { Hammer, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useInterfaceLanguage, usePageLanguage } from '../../lib/context/page-context.ts'
import { cx } from '../../ui/cx.ts'
import { artTransitionName, gameColours, gameLabels, isPlayable } from '../../ui/game.ts'
import { FavouriteButton } from '../library/favourite-button.tsx'

export function GameList({ games, isBusy }: { games: Card[]; isBusy?: boolean }) {
  return (
    <ul aria-busy={isBusy} className="game-grid grid grid-cols-2 gap-3 md:gap-6 lg:grid-cols-3">
      {games.map((game) => (
        <GameCard key={game.project} game={game} />
      ))}
    </ul>
  )
}

/** A game in development is greyed out and cannot be opened. */
function GameCard({ game }: { game: Card }) {
  const { name, tagline } = gameLabels(game, useInterfaceLanguage())
  return (
    <li className={cx('game-card', isPlayable(game) ? 'is-open' : 'is-closed')} style={gameColours(game)}>
      <img
        src={game.web_page.gameImage}
        alt=""
        width={800}
        height={600}
        loading="lazy"
        decoding="async"
        className="game-card-art"
        style={isPlayable(game) ? { viewTransitionName: artTransitionName(game) } : undefined}
      />
      {isPlayable(game) && (
        <FavouriteButton project={game.project} name={name} className="absolute end-2 top-2 z-10" />
      )}
      <div className="flex grow flex-col p-3 md:p-5">
        <h3 className="game-card-name text-15 font-semibold md:text-18">{name}</h3>
        <p className="mt-1 mb-3 line-clamp-3 text-13 text-soft md:mb-5 md:line-clamp-2 md:text-15">
          {tagline}
        </p>
        <div className="mt-auto">
          {isPlayable(game) ? <PlayLink game={game} name={name} /> : <InDevelopment />}
        </div>
      </div>
    </li>
  )
}

/** Its pseudo-element covers the card, so the whole card is clickable. */
function PlayLink({ game, name }: { game: Card; name: string }) {
  const { t } = useTranslation('catalogue')
  const language = usePageLanguage()
  return (
    <a
      href={`/games/${language}/${game.project}/`}
      data-transition
      aria-label={t('playGame', { name })}
      className="accent inline-flex min-h-11 w-full items-center justify-center gap-2 rounded-control px-5 text-15 font-semibold after:absolute after:inset-0 after:rounded-card md:w-auto"
    >
      <Play size={16} fill="currentColor" aria-hidden="true" />
      {t('play')}
    </a>
  )
}

function InDevelopment() {
  const { t } = useTranslation('catalogue')
  return (
    <button
      type="button"
      disabled
      className="inline-flex min-h-11 w-full items-center justify-center gap-2 rounded-control border border-line px-2 py-1 text-center text-14 font-semibold text-soft md:w-auto md:px-5 md:text-15"
    >
      <Hammer size={16} aria-hidden="true" className="hidden shrink-0 md:block" />
      {t('inDevelopment')}
    </button>
  )
}
