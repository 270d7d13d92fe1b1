import type { Game } from '@playhub/contract'
import { localText } from '@playhub/contract/languages'
import { ArrowLeft, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PLAY_PARAMETER, useInterfaceLanguage, usePageLanguage } from '../../lib/context/page-context.ts'
import { LinkButton } from '../../ui/button.tsx'
import { artTransitionName, gameLabels } from '../../ui/game.ts'
import { FavouriteButton } from '../library/favourite-button.tsx'
import { Hero } from './hero.tsx'

/** The hero on a game's page: picture, name, description, and the Play button. */
export function GameIntro({ game }: { game: Game }) {
  const { t } = useTranslation('catalogue')
  const language = usePageLanguage()
  const interfaceLanguage = useInterfaceLanguage()
  const { name } = gameLabels(game, interfaceLanguage)
  const about = localText(game.localization.fullDescription, interfaceLanguage)
  return (
    <Hero game={game} className="hero-tall" transitionName={artTransitionName(game)}>
      <div className="page-width relative flex min-h-[inherit] flex-col items-start pt-[calc(var(--hero-overlap)+8px)] pb-6 md:pb-12">
        <div className="flex w-full items-center justify-between gap-4">
          <a
            href={`/games/${language}/`}
            className="-ms-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-15 text-text hover:underline"
          >
            <ArrowLeft size={18} aria-hidden="true" />
            {t('game.back')}
          </a>
          <FavouriteButton project={game.project} name={name} />
        </div>
        <h1 tabIndex={-1} className="heading mt-auto max-w-[9em] text-34 md:mt-auto md:text-hero">
          {name}
        </h1>
        <p className="mt-3 max-w-[24rem] text-15 text-pretty text-text/90 md:mt-4 lg:max-w-[30rem] lg:text-18">
          {about}
        </p>
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
        data-boot
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
