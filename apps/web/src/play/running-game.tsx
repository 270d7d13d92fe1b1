import type { Game, StartedPlay } from '@playhub/contract'
import { localText } from '@playhub/contract/languages'
import { useEffect, useRef, useState } from 'react'
import { useInitialConfig, useInterfaceLanguage, usePageLanguage } from '../lib/context/page-context.ts'
import { playerForGame, usePlayerForGame } from './actions/game-player.ts'
import { useGameActions } from './actions/use-game-actions.ts'
import { usePaymentOverlay } from './actions/use-payment-overlay.ts'
import { setCurrentPlay } from './bar/current-play.ts'
import type { GameHost } from './bridge/game-host.ts'
import { GameFrame } from './frame/game-frame.tsx'
import { LoadingScreen } from './frame/loading-screen.tsx'
import type { FramedGame } from './frame/use-game-host.ts'
import { mayReceiveStartData, takePlay, toFrameName } from './start/start-play.ts'

const noOrigins: string[] = []

/** What the frame needs of a begun play; it stays the same while the game runs. */
type Start = Pick<FramedGame, 'play' | 'frameName'>

/** A game in its frame, connected to the hub, with the payment screen above it. Fills its container. */
export function RunningGame({ game }: { game: Game }) {
  const { project, localization, web_page } = game
  const language = usePageLanguage()
  const interfaceLanguage = useInterfaceLanguage()
  const host = useRef<GameHost | null>(null)
  const config = useInitialConfig().projects.find(({ id }) => id === project)
  const origins = config?.origins ?? noOrigins
  const start = usePlayStart(project, origins, language)
  const { showPayment, overlay } = usePaymentOverlay()
  const player = usePlayerForGame()
  const actions = useGameActions({ project, config, showPayment, host })
  if (!start) return <LoadingScreen picture={web_page.gameImage} />
  const framed: FramedGame = {
    project,
    name: localText(localization.name, interfaceLanguage),
    picture: web_page.gameImage,
    permissions: web_page.framePermissions,
    orientation: web_page.orientation,
    ...locateFrame(start.play ?? null, web_page.iframeUrl, origins),
    ...start,
  }
  return (
    <>
      <GameFrame ref={host} game={framed} language={language} player={player} actions={actions} />
      {overlay}
    </>
  )
}

/** Null until the hub has begun the play, or has not answered in time. */
function usePlayStart(project: string, origins: readonly string[], language: string): Start | null {
  const [start, setStart] = useState<Start | null>(null)
  const latest = useRef({ origins, language })
  useEffect(() => {
    let isCurrent = true
    void takePlay(project).then((play) => {
      if (!isCurrent) return
      setCurrentPlay(project, play?.buildNumber ?? null)
      const { origins, language } = latest.current
      const isAllowed = play !== null && mayReceiveStartData(play, origins)
      const search = location.search
      setStart({
        play,
        ...(isAllowed && { frameName: toFrameName(play, { player: playerForGame(), language, search }) }),
      })
    })
    return () => {
      isCurrent = false
    }
  }, [project])
  return start
}

/** A hosted game's origin need not be listed: the hub knows it. One that it shares with others says nothing. */
function locateFrame(
  play: StartedPlay | null,
  iframeUrl: string,
  origins: readonly string[],
): Pick<FramedGame, 'iframeUrl' | 'origins' | 'isHosted' | 'isOpaque'> {
  if (!play?.isHosted) return { iframeUrl: play?.frameUrl ?? iframeUrl, origins, isHosted: false }
  const { frameUrl, isOpaque } = play
  const known = isOpaque ? origins : [...origins, new URL(frameUrl).origin]
  return { iframeUrl: frameUrl, origins: known, isHosted: true, isOpaque }
}
