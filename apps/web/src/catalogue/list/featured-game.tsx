import type { GameCard } from '@playhub/contract'
import { Play } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useInterfaceLanguage, usePageLanguage } from '../../lib/context/page-context.ts'
import { LinkButton } from '../../ui/button.tsx'
import { gameLabels } from '../../ui/game.ts'
import { Hero } from '../game/hero.tsx'
import { useLibrary } from '../library/library-store.ts'

/** Lazy, because only returning players need it. */
const ContinuePlaying = lazy(() =>
  import('../library/continue-playing.tsx').then((m) => ({ default: m.ContinuePlaying })),
)

export function FeaturedGame({ game }: { game: GameCard }) {
  const { t } = useTranslation('catalogue')
  const language = usePageLanguage()
  const { name, tagline } = gameLabels(game, useInterfaceLanguage())
  const hasPlayed = useLibrary().length > 0
  const href = `/games/${language}/${game.project}/`
  return (
    <Hero game={game} labelledBy="featured">
      <div className="page-width relative flex min-h-[inherit] flex-col items-start justify-end pt-(--hero-overlap) pb-5 md:justify-center">
        <p className="hidden text-14 font-semibold text-warm md:block">{t('featured')}</p>
        <h2 id="featured" className="heading max-w-[9em] text-24 md:mt-3 md:text-hero">
          {name}
        </h2>
        <p className="mt-1 max-w-[24rem] text-15 text-text/90 md:mt-4 md:text-18">{tagline}</p>
        <LinkButton
          href={href}
          data-transition
          className="mt-4 md:mt-8 md:min-h-14 md:px-7 md:text-18"
          icon={<Play size={18} fill="currentColor" aria-hidden="true" />}
          aria-label={t('playGame', { name })}
        >
          {t('play')}
        </LinkButton>
        {hasPlayed && (
          <Suspense>
            <ContinuePlaying />
          </Suspense>
        )}
      </div>
    </Hero>
  )
}
