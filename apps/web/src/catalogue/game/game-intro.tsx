import type { Game } from '@playhub/contract'
import { localText } from '@playhub/contract/languages'
import { LinkButton } from '@playhub/ui/button.tsx'
import { ArrowLeft, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PLAY_PARAMETER, useInterfaceLanguage, usePageLanguage } from '../../lib/context/page-context.ts'
import { gameLabels } from '../../ui/game.ts'
import { FavouriteButton } from '../library/favourite-button.tsx'
import { CardFacts } from './card-facts.tsx'
import { Hero } from './hero.tsx'
import { ShareButton } from './share-button.tsx'

/** The hero on a game's page: picture, name, description, and the Play button. */
export function GameIntro({ game }: { game: Game }) {
  const { t } = useTranslation('game')
  const language = usePageLanguage()
  const interfaceLanguage = useInterfaceLanguage()
  const { name } = gameLabels(game, interfaceLanguage)
  const about = localText(game.localization.fullDescription, interfaceLanguage)
  return (
    <Hero game={game} className="hero-tall">
      <div className="page-width hero-text">
        <div className="absolute start-0 end-0 top-(--hero-overlap)">
          <div className="page-width flex items-center gap-2 pt-2">
            <a
              href={`/games/${language}/`}
              className="-ms-2 me-auto inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-15 text-text hover:underline"
            >
              <ArrowLeft size={18} aria-hidden="true" />
              {t('back')}
            </a>
            <ShareButton name={name} />
            <FavouriteButton project={game.project} name={name} />
          </div>
        </div>
        <h1 tabIndex={-1} className="heading max-w-[9em] text-34 md:text-hero">
          {name}
        </h1>
        <p className="mt-3 max-w-[24rem] text-15 text-pretty text-text/90 md:mt-4 lg:max-w-[30rem] lg:text-18">
          {about || t('noDescription')}
        </p>
        <CardFacts facts={game.facts} className="mt-3 text-text/80" />
        <PlayBar name={name} />
      </div>
    </Hero>
  )
}

/** A bar at the bottom edge on phones, a button under the text on wide screens. */
function PlayBar({ name }: { name: string }) {
  const { t } = useTranslation('catalogue')
  return (
    <div className="play-bar">
      <LinkButton
        href={`?${PLAY_PARAMETER}=1`}
        // A new document would count the hub as the source of the play.
        data-boot
        data-transition
        size="large"
        className="w-full md:w-auto"
        icon={<Play size={20} fill="currentColor" aria-hidden="true" />}
        aria-label={t('playGame', { name })}
      >
        {t('play')}
      </LinkButton>
    </div>
  )
}
