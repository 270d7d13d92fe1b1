import type { Game } from '@playhub/contract'
import { IconButton, iconButtonClass } from '@playhub/ui/button.tsx'
import { ArrowLeft, Maximize, Minimize } from 'lucide-react'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountMenu } from '../../accounts/account-menu.tsx'
import { useInterfaceLanguage, useIsHydrated, usePageLanguage } from '../../lib/context/page-context.ts'
import { focusGame } from '../../play/frame/frame-focus.ts'
import { LoadingScreen } from '../../play/frame/loading-screen.tsx'
import { gameLabels } from '../../ui/game.ts'
import { LanguageChooser } from '../../ui/language-chooser.tsx'
import { recordPlayed } from '../library/library-store.ts'

const importRunningGame = () => import('../../play/running-game.tsx')
const RunningGame = lazy(() => importRunningGame().then((m) => ({ default: m.RunningGame })))

/** Starts loading the bridge, before the page is rendered. */
export function preloadRunningGame(): void {
  if (!import.meta.env.SSR) void importRunningGame().catch(() => undefined)
}

/**
 * A running game: the frame fills the screen below a slim bar. The server renders it with the loading screen, so that
 * the game's picture is there at once.
 */
export function PlayView({ game }: { game: Game }) {
  const language = usePageLanguage()
  const { name } = gameLabels(game, useInterfaceLanguage())
  const isHydrated = useIsHydrated()
  usePageScrollLock()
  useEffect(() => void recordPlayed(game.project), [game.project])
  const loading = <LoadingScreen picture={game.web_page.gameImage} />
  return (
    <main id="content" data-theme="dark" className="fixed inset-0 flex flex-col bg-ink-0 text-text">
      <PlayBar name={name} exit={`/games/${language}/${game.project}/`} />
      <div className="relative min-h-0 grow">
        {isHydrated ? (
          <Suspense fallback={loading}>
            <RunningGame game={game} />
          </Suspense>
        ) : (
          loading
        )}
      </div>
    </main>
  )
}

function PlayBar({ name, exit }: { name: string; exit: string }) {
  const { t } = useTranslation('play')
  return (
    <div className="relative z-10 flex h-12 shrink-0 items-center gap-1 border-b border-line bg-ink-1 px-1 md:px-3">
      <a href={exit} data-replace aria-label={t('leave')} title={t('leave')} className={iconButtonClass}>
        <ArrowLeft size={20} aria-hidden="true" />
      </a>
      <h1 className="min-w-0 grow truncate text-15 font-semibold">{name}</h1>
      {/* The menu changes its width when the page learns who the player is; only the title is on its left. */}
      <AccountMenu isSlim />
      <LanguageChooser />
      <FullScreenButton />
    </div>
  )
}

function FullScreenButton() {
  const { t } = useTranslation('play')
  const isFull = useSyncExternalStore(
    onFullScreenChange,
    () => document.fullscreenElement !== null,
    () => false,
  )
  if (!useIsHydrated()) return <span className="size-11" />
  if (!document.fullscreenEnabled) return null
  const toggle = () => {
    focusGame()
    return isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  }
  return (
    <IconButton
      label={t(isFull ? 'exitFullScreen' : 'fullScreen')}
      onClick={() => void toggle().catch(() => undefined)}
    >
      {isFull ? <Minimize size={20} aria-hidden="true" /> : <Maximize size={20} aria-hidden="true" />}
    </IconButton>
  )
}

function onFullScreenChange(listener: () => void) {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
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
