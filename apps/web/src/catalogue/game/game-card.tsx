import type { GameCard as Card } from '@playhub/contract'
import { Hammer, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePageLanguage } from '../../lib/context/page-context.ts'
import { toInterfaceLanguage } from '../../lib/language/language.ts'
import { cx } from '../../ui/cx.ts'
import { artName, isOpen, tintOf, wordsOf } from '../../ui/game.ts'
import { FavouriteButton } from '../library/favourite-button.tsx'

/** A door on the street: its light comes on under the pointer. One in development stays dark and does not open. */
export function GameCard({ game }: { game: Card }) {
  const language = usePageLanguage()
  const { name, line } = wordsOf(game, toInterfaceLanguage(language))
  return (
    <li className={cx('game-card', isOpen(game) ? 'is-open' : 'is-closed')} style={tintOf(game)}>
      <img
        src={game.web_page.gameImage}
        alt=""
        width={800}
        height={600}
        loading="lazy"
        decoding="async"
        className="game-card-art"
        style={isOpen(game) ? { viewTransitionName: artName(game) } : undefined}
      />
      {isOpen(game) && (
        <FavouriteButton project={game.project} name={name} className="absolute end-2 top-2 z-10" />
      )}
      <div className="flex grow flex-col p-3 md:p-5">
        <h3 className="game-card-name text-15 font-semibold md:text-18">{name}</h3>
        <p className="mt-1 mb-3 line-clamp-3 text-13 text-soft md:mb-5 md:line-clamp-2 md:text-15">{line}</p>
        <div className="mt-auto">
          {isOpen(game) ? <PlayLink game={game} name={name} /> : <InDevelopment />}
        </div>
      </div>
    </li>
  )
}

/** The whole card is the link's target. */
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
      className="inline-flex min-h-11 w-full items-center justify-center gap-2 rounded-control border border-line px-2 text-13 whitespace-nowrap font-semibold text-soft md:w-auto md:px-5 md:text-15"
    >
      <Hammer size={16} aria-hidden="true" className="hidden shrink-0 md:block" />
      {t('inDevelopment')}
    </button>
  )
}
