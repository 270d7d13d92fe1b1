import type { Game } from '@playhub/contract'
import { iconButtonClass } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountMenu } from '../../accounts/account-menu.tsx'
import { useInterfaceLanguage, useIsHydrated, usePageLanguage } from '../../lib/context/page-context.ts'
import { useNeedsAge } from '../../play/age/age-confirmation.ts'
import { GameButtons } from '../../play/bar/game-buttons.tsx'
import { LoadingScreen } from '../../play/frame/loading-screen.tsx'
import { GAME_CONTAINER_ID, resetFullScreen, useIsBarHidden } from '../../play/full-screen/full-screen.ts'
import { FullScreenButton } from '../../play/full-screen/full-screen-button.tsx'
import { preparePlay } from '../../play/start/start-play.ts'
import { gameLabels } from '../../ui/game.ts'
import { LanguageChooser } from '../../ui/language-chooser.tsx'
import { recordPlayed } from '../library/library-store.ts'
import { noteOpening, recordPlayDay } from '../library/play-days.ts'

const importRunningGame = () => import('../../play/running-game.tsx')
const RunningGame = lazy(() => importRunningGame().then((m) => ({ default: m.RunningGame })))

/** Starts loading the bridge and begins the play, before the page is rendered. */
export function preloadRunningGame(project: string): void {
  if (import.meta.env.SSR) return
  noteOpening(project)
  preparePlay(project)
  void importRunningGame().catch(() => undefined)
}

/**
 * A running game: the frame fills the screen below a slim bar. The server renders it with the loading screen, so the
 * game's picture is there at once.
 */
export function PlayView({ game }: { game: Game }) {
  const language = usePageLanguage()
  const { name } = gameLabels(game, useInterfaceLanguage())
  const isHydrated = useIsHydrated()
  const needsAge = useNeedsAge(game.facts.age)
  // Play on the game's own page runs no loader. Before the children, so the request is in progress with their code.
  useState(() => preloadRunningGame(game.project))
  const isBarHidden = useIsBarHidden()
  usePageScrollLock()
  useEffect(() => resetFullScreen, [])
  useEffect(() => {
    if (!needsAge) void recordPlayed(game.project)
  }, [game.project, needsAge])
  const loading = <LoadingScreen picture={game.web_page.gameImage} age={game.facts.age} />
  return (
    <main id="content" data-theme="dark" className="fixed inset-0 flex flex-col bg-ink-0 text-text">
      {!isBarHidden && <PlayBar game={game} name={name} exit={`/games/${language}/${game.project}/`} />}
      <div id={GAME_CONTAINER_ID} className="relative min-h-0 grow bg-ink-0">
        {isHydrated ? (
          <Suspense fallback={loading}>
            <RunningGame game={game} recordDay={(day) => recordPlayDay(game.project, day)} />
          </Suspense>
        ) : (
          loading
        )}
      </div>
    </main>
  )
}

function PlayBar({ game, name, exit }: { game: Game; name: string; exit: string }) {
  const { t } = useTranslation('play')
  return (
    <div
      className={cx(
        'relative z-10 flex h-12 shrink-0 items-center gap-1 border-b border-line bg-ink-1 px-1 md:px-3',
        'ml-[env(safe-area-inset-left)] mr-[env(safe-area-inset-right)]',
        // Behind a game in full screen, its buttons are out of reach.
        'has-[+:fullscreen]:invisible',
      )}
    >
      <a href={exit} data-replace aria-label={t('leave')} title={t('leave')} className={iconButtonClass}>
        <ArrowLeft size={20} aria-hidden="true" />
      </a>
      <h1 className="min-w-0 grow truncate text-15 font-semibold">{name}</h1>
      {/* The sound button comes with the game, and the menu changes its width: only the title is on their left. */}
      <GameButtons project={game.project} name={name} />
      <AccountMenu isSlim />
      <LanguageChooser />
      <FullScreenButton orientation={game.web_page.orientation} />
    </div>
  )
}

function usePageScrollLock(): void {
  useEffect(() => {
    const root = document.documentElement
    root.style.overflow = 'hidden'
    return () => {
      root.style.overflow = ''
    }
  }, [])
}
