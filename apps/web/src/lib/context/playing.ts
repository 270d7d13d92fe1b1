import { useLocation, useMatches } from 'react-router'
import { useIsHydrated } from './page-context.ts'

export const PLAY_PARAMETER = 'play'
const GAME_ROUTE = 'game'

/** Whether a game has the screen. Pages come from the server as not playing, whatever their address says. */
export function useIsPlaying(): boolean {
  const isHydrated = useIsHydrated()
  const isGame = useMatches().some((match) => match.id === GAME_ROUTE)
  const { search } = useLocation()
  return isHydrated && isGame && new URLSearchParams(search).has(PLAY_PARAMETER)
}
