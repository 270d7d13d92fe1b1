import type { GameCard } from '@playhub/contract'
import type { BreakKind } from '@playhub/contract/bridge'
import { Button } from '@playhub/ui/button.tsx'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInterfaceLanguage, usePageLanguage } from '../../lib/context/page-context.ts'
import { gameColours, gameLabels, gameUrl } from '../../ui/game.ts'
import { focusGame, isControlFocused } from '../frame-focus.ts'

const breakSeconds = 5
/** A screen reader hears the time twice, not each second. */
const lastWarningSeconds = 2

interface BreakScreenProps {
  kind: BreakKind
  games: GameCard[]
  onEnd(isWatched: boolean): void
}

/** Other games of the hub over the running one, until the time is over or the player closes them. */
export function BreakScreen({ kind, games, onEnd }: BreakScreenProps) {
  const { t } = useTranslation(['play', 'catalogue', 'common'])
  const seconds = useSecondsLeft(() => onEnd(true))
  const titleId = useId()
  const timeId = useId()
  const dialog = useDialogFocus()
  useEscape(() => onEnd(false))
  const describeTime = (left: number) => t(`break.${kind}`, { seconds: left })
  return (
    <div
      ref={dialog}
      role="dialog"
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-describedby={timeId}
      className="absolute inset-0 z-20 overflow-auto bg-ink-0 text-text outline-none"
    >
      <div className="mx-auto flex min-h-full max-w-300 animate-appear flex-col justify-center gap-4 p-4 md:gap-6 md:p-8">
        <div className="flex items-center gap-3">
          <div className="min-w-0 grow">
            <h2 id={titleId} className="font-display text-18 font-bold md:text-24">
              {t('catalogue:moreGames')}
            </h2>
            <p aria-hidden="true" className="mt-1 text-14 text-soft tabular-nums md:text-15">
              {describeTime(seconds)}
            </p>
            <p id={timeId} role="status" className="sr-only">
              {describeTime(seconds > lastWarningSeconds ? breakSeconds : lastWarningSeconds)}
            </p>
          </div>
          <Button kind="secondary" size="small" onClick={() => onEnd(false)}>
            {kind === 'rewarded' ? t('common:close') : t('break.skip')}
          </Button>
        </div>
        <div aria-hidden="true" className="h-1 overflow-clip rounded-chip bg-ink-3">
          <div
            className="accent h-full origin-left transition-[scale] duration-1000 ease-linear starting:scale-x-0"
            style={{ scale: `${(breakSeconds - seconds + 1) / breakSeconds} 1` }}
          />
        </div>
        <ul className="grid grid-cols-2 gap-3 md:gap-5 lg:grid-cols-4 landscape:grid-cols-4">
          {games.map((game) => (
            <OtherGame key={game.project} game={game} />
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Opens in a tab of its own: the running game stays. */
function OtherGame({ game }: { game: GameCard }) {
  const language = usePageLanguage()
  const { name, tagline } = gameLabels(game, useInterfaceLanguage())
  return (
    <li className="game-card is-open" style={gameColours(game)}>
      <div className="game-card-frame">
        <img
          src={game.web_page.gameImage}
          alt=""
          width={800}
          height={600}
          className="game-art game-card-art"
        />
      </div>
      <div className="game-card-text">
        <p className="game-card-name text-15 md:text-18">
          <a
            href={gameUrl(game.project, undefined, language)}
            target="_blank"
            rel="noopener"
            className="wrap-anywhere after:absolute after:inset-0 after:rounded-card"
          >
            {name}
          </a>
        </p>
        {tagline && <p className="mt-1 line-clamp-2 text-13 text-soft max-md:hidden">{tagline}</p>}
      </div>
    </li>
  )
}

/** Counts while the player sees the page. */
function useSecondsLeft(onEnd: () => void): number {
  const [left, setLeft] = useState(breakSeconds)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setLeft((seconds) => seconds - 1)
    }, 1_000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (left <= 0) end()
  }, [left])
  return Math.max(left, 0)
}

/** The keyboard goes back to the game, unless the player has moved it to the bar. */
function useDialogFocus() {
  const dialog = useRef<HTMLDivElement>(null)
  useEffect(() => {
    dialog.current?.focus()
    return () => {
      if (!isControlFocused()) focusGame()
    }
  }, [])
  return dialog
}

function useEscape(onPress: () => void): void {
  const press = useEffectEvent(onPress)
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') press()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
