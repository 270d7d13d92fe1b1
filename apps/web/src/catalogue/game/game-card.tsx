import type { GameCard as Card } from '@playhub/contract'
import { LinkButton } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useInterfaceLanguage, usePageLanguage } from '../../lib/context/page-context.ts'
import { gameColours, gameLabels, gameUrl, isPlayable, playUrl } from '../../ui/game.ts'
import { FavouriteButton } from '../library/favourite-button.tsx'
import { CardFacts } from './card-facts.tsx'

type GameListProps = {
  games: Card[]
  isBusy?: boolean
  /** In a small catalogue, a wide screen shows the text beside the art, two cards in a row. */
  isWide?: boolean
  hasFavourites?: boolean
}

export function GameList({ games, isBusy, isWide, hasFavourites }: GameListProps) {
  return (
    <ul aria-busy={isBusy} className={cx('game-grid', isWide && 'is-wide')}>
      {games.map((game) => (
        <GameCard key={game.project} game={game} hasFavourites={hasFavourites} />
      ))}
    </ul>
  )
}

/** Play opens the game, and the rest of the card its page. A game in development cannot be opened. */
function GameCard({ game, hasFavourites }: { game: Card; hasFavourites: boolean | undefined }) {
  const { name, tagline } = gameLabels(game, useInterfaceLanguage())
  const isOpen = isPlayable(game)
  return (
    <li className={cx('game-card', isOpen ? 'is-open' : 'is-closed')} style={gameColours(game)}>
      <div className="game-card-frame">
        <img
          src={game.web_page.gameImage}
          alt=""
          width={800}
          height={600}
          loading="lazy"
          decoding="async"
          className="game-art game-card-art"
        />
        <Badge badge={game.facts.badge} />
      </div>
      {isOpen && hasFavourites && (
        <FavouriteButton project={game.project} name={name} className="absolute end-1 top-1 z-10" />
      )}
      <div className="game-card-text">
        <h3 className="game-card-name text-15 md:text-18">
          {isOpen ? <PageLink game={game} name={name} /> : name}
        </h3>
        {tagline && <p className="mt-1 line-clamp-2 text-13 text-soft md:text-15">{tagline}</p>}
        <CardFacts facts={game.facts} className="mt-2 text-soft" />
        <div className="mt-auto pt-3 md:pt-4">
          {isOpen ? <PlayLink game={game} name={name} /> : <InDevelopment />}
        </div>
      </div>
    </li>
  )
}

function Badge({ badge }: Pick<Card['facts'], 'badge'>) {
  const { t } = useTranslation('catalogue')
  if (!badge) return null
  return <p className={cx('game-badge', badge === 'new' && 'accent')}>{t(`badge.${badge}`)}</p>
}

/** Its pseudo-element covers the card, so the whole card is clickable. */
function PageLink({ game, name }: { game: Card; name: string }) {
  const language = usePageLanguage()
  return (
    <a
      href={gameUrl(game.project, undefined, language)}
      data-transition
      className="wrap-anywhere after:absolute after:inset-0 after:rounded-card"
    >
      {name}
    </a>
  )
}

function PlayLink({ game, name }: { game: Card; name: string }) {
  const { t } = useTranslation('catalogue')
  const language = usePageLanguage()
  return (
    <LinkButton
      href={playUrl(game.project, undefined, language)}
      data-art={game.web_page.gameImage}
      size="small"
      isWide
      icon={<Play size={16} fill="currentColor" aria-hidden="true" />}
      aria-label={t('playGame', { name })}
      className="z-10 md:w-auto md:px-5"
    >
      {t('play')}
    </LinkButton>
  )
}

function InDevelopment() {
  const { t } = useTranslation('catalogue')
  return (
    <button
      type="button"
      disabled
      className="min-h-11 w-full rounded-control border border-line px-2 py-1 text-14 font-semibold text-soft md:w-auto md:px-5"
    >
      {t('inDevelopment')}
    </button>
  )
}
