import type { GameCard } from '@playhub/contract'
import type { BreakKind } from '@playhub/contract/bridge'
import { createElement, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { browserApi } from '../../lib/api/browser-api.ts'
import { isPlayable } from '../../ui/game.ts'
import type { GameHostActions } from '../bridge/game-host-actions.ts'
import { leaveFrameFullScreen } from '../full-screen/full-screen.ts'
import type { BreakScreen } from './break-screen.tsx'
import { createBreaks } from './create-breaks.ts'

type Content = { Screen: typeof BreakScreen; games: GameCard[] }
type OpenBreak = Content & { kind: BreakKind; end(isWatched: boolean): void }

/**
 * Breaks over the running game; at most one is open.
 * @param hasBreaks  The operator has chosen them for this game.
 */
export function useBreaks(
  project: string,
  hasBreaks: boolean,
): { prepareBreak: GameHostActions['prepareBreak']; breakScreen: ReactNode } {
  const [open, setOpen] = useState<OpenBreak | null>(null)
  const current = useRef<OpenBreak | null>(null)
  const isAllowed = useRef(hasBreaks)
  useEffect(() => {
    isAllowed.current = hasBreaks
  }, [hasBreaks])

  const prepareBreak = useMemo(() => {
    const show = async (kind: BreakKind, content: Content) => {
      await leaveFrameFullScreen()
      return new Promise<boolean>((resolve) => {
        const end = (isWatched: boolean) => {
          current.current = null
          setOpen(null)
          resolve(isWatched)
        }
        current.current = { ...content, kind, end }
        setOpen(current.current)
      })
    }
    return createBreaks({
      isAllowed: () => isAllowed.current && !document.hidden,
      load: () => loadContent(project),
      show,
      now: () => performance.now(),
    }).prepare
  }, [project])

  useEffect(() => () => current.current?.end(false), [])
  const breakScreen =
    open && createElement(open.Screen, { kind: open.kind, games: open.games, onEnd: open.end })
  return { prepareBreak, breakScreen }
}

/** Offline there is no break, as there is no advert on a portal. */
async function loadContent(project: string): Promise<Content | null> {
  try {
    const [{ BreakScreen: Screen }, found] = await Promise.all([
      import('./break-screen.tsx'),
      browserApi.findGames({ similarTo: project }),
    ])
    const games = found.games.filter(isPlayable)
    return games.length > 0 ? { Screen, games } : null
  } catch {
    return null
  }
}
