import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useInterfaceLanguage, useIsHydrated } from '../../lib/context/page-context.ts'
import { usePlayer } from '../../lib/player/player.ts'
import { useNeedsAge } from '../../play/age/age-confirmation.ts'
import { AgeGate, OperatorPicture } from '../../play/age/age-gate.tsx'
import { useCountedView } from '../../play/start/count-view.ts'
import { gameColours, gameLabels } from '../../ui/game.ts'
import { recordPlayDay } from '../library/play-days.ts'
import type { SingleGameData } from './load-single-game.ts'

const RunningGame = lazy(() =>
  import('../../play/running-game.tsx').then((m) => ({ default: m.RunningGame })),
)

/** A game outside the catalogue, behind an age gate. */
export function SingleGamePage({ single, game }: SingleGameData) {
  const isHydrated = useIsHydrated()
  const needsAge = useNeedsAge(game.facts.age)
  const { name } = gameLabels(game, useInterfaceLanguage())
  const { settings } = single
  useCountedView(game.project)
  return (
    <main id="content" className="single tinted flex grow flex-col" style={gameColours(game)}>
      <h1 className="sr-only">{name}</h1>
      <div className="relative grid min-h-[70dvh] grow place-items-center overflow-clip">
        <OperatorPicture
          files={settings.backgroundFiles}
          className="absolute inset-0 size-full object-cover"
        />
        {isHydrated && !needsAge ? (
          <div className="absolute inset-0">
            <Suspense>
              <RunningGame
                game={{ ...game, web_page: { ...game.web_page, iframeUrl: settings.iframeSrc } }}
                recordDay={(day) => recordPlayDay(game.project, day)}
              />
            </Suspense>
          </div>
        ) : (
          <AgeGate name={name} pictures={settings} />
        )}
      </div>
      <SingleLinks />
    </main>
  )
}

const documents = [
  ['/docs/terms.html', 'terms'],
  ['/docs/privacy.html', 'privacy'],
  ['/docs/2257.html', 'exempt2257'],
  ['/docs/complaints.html', 'complaints'],
] as const

function SingleLinks() {
  const { t } = useTranslation('play')
  const isGuest = usePlayer().kind === 'guest'
  const support = isGuest ? '/session/login?next=support' : '/transactions/help'
  const links = [[support, 'support'], ...documents] as const
  return (
    <nav aria-label={t('single.links')} className="border-t border-line">
      <ul className="page-width flex flex-wrap justify-center gap-x-2 py-3 text-13 text-soft">
        {links.map(([href, label]) => (
          <li key={label}>
            <a href={href} className="footer-link">
              {t(`single.${label}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
