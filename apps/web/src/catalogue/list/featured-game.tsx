import type { GameCard } from '@playhub/contract'
import { LinkButton } from '@playhub/ui/button.tsx'
import { Play } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useInterfaceLanguage, usePageLanguage } from '../../lib/context/page-context.ts'
import { gameLabels, gameUrl, playUrl } from '../../ui/game.ts'
import { CardFacts } from '../game/card-facts.tsx'
import { Hero } from '../game/hero.tsx'
import { useLibrary } from '../library/library-store.ts'

/** Lazy, because only returning players need it. */
const ContinuePlaying = lazy(() =>
  import('../library/continue-playing.tsx').then((m) => ({ default: m.ContinuePlaying })),
)

/** Play opens the game; the name and the picture lead to its page. */
export function FeaturedGame({ game }: { game: GameCard }) {
  const { t } = useTranslation('catalogue')
  const language = usePageLanguage()
  const { name, tagline } = gameLabels(game, useInterfaceLanguage())
  const hasPlayed = useLibrary().length > 0
  return (
    <Hero game={game} labelledBy="featured">
      <div className="page-width hero-text">
        <p className="hidden text-14 font-semibold text-warm md:block">{t('featured')}</p>
        <h2 id="featured" className="heading text-24 md:mt-2 md:max-w-[9em] md:text-hero">
          <a
            href={gameUrl(game.project, undefined, language)}
            data-transition
            className="wrap-anywhere after:absolute after:inset-0"
          >
            {name}
          </a>
        </h2>
        {tagline && <p className="mt-1 max-w-[24rem] text-15 text-text/90 md:mt-3 md:text-18">{tagline}</p>}
        <CardFacts facts={game.facts} className="mt-2 text-text/80" />
        <LinkButton
          href={playUrl(game.project, undefined, language)}
          data-art={game.web_page.gameImage}
          className="mt-3 md:mt-5 md:min-h-14 md:px-7 md:text-18"
          icon={<Play size={18} fill="currentColor" aria-hidden="true" />}
          aria-label={t('playGame', { name })}
        >
          {t('play')}
        </LinkButton>
      </div>
      {hasPlayed && (
        <Suspense>
          <ContinuePlaying />
        </Suspense>
      )}
    </Hero>
  )
}
