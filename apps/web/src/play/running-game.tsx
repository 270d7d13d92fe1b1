import type { Game, StartedPlay } from '@playhub/contract'
import type { ResumedPurchase } from '@playhub/contract/bridge'
import type { GuestVisit, Visit } from '@playhub/contract/insights/visit'
import { localText } from '@playhub/contract/languages'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ScoreMessages } from '../leaderboards/score-messages.tsx'
import { useGuestScores } from '../leaderboards/use-guest-scores.ts'
import { useInitialConfig, useInterfaceLanguage, usePageLanguage } from '../lib/context/page-context.ts'
import { knownPlayer } from '../lib/player/player.ts'
import { hasDeferredPurchase } from './actions/deferred-purchase.ts'
import { playerForGame, usePlayerForGame } from './actions/game-player.ts'
import { useLinkQuestion } from './actions/link-question.tsx'
import { usePriceQuestion } from './actions/price-question.tsx'
import { useGameActions } from './actions/use-game-actions.ts'
import { usePaymentOverlay } from './actions/use-payment-overlay.ts'
import { AgeGated } from './age/age-gate.tsx'
import { setCurrentPlay } from './bar/current-play.ts'
import { useBreaks } from './breaks/use-breaks.ts'
import type { GameHost } from './bridge/game-host.ts'
import { GameFrame } from './frame/game-frame.tsx'
import { LoadingScreen } from './frame/loading-screen.tsx'
import { UnloadedGame } from './frame/unloaded-game.tsx'
import type { FramedGame } from './frame/use-game-host.ts'
import type { AskToChoose, GameSaves } from './saves/game-saves.ts'
import { SaveQuestion } from './saves/save-question.tsx'
import { useGameSaves } from './saves/use-game-saves.ts'
import { currentVisit } from './start/count-view.ts'
import { mayReceiveStartData, takePlay, toFrameName } from './start/start-play.ts'

const noOrigins: string[] = []
const getPlayerId = () => playerForGame().id

/** The frame's input from a begun play; it stays the same while the game runs. */
type Start = Pick<FramedGame, 'play'> & {
  createFrameName?(purchased: ResumedPurchase | undefined): string
}

type Props = {
  game: Game
  /** Notes the day of a counted play, and tells which of the player's days it is. */
  recordDay(day: string): Omit<GuestVisit, keyof Visit>
}

/** A game behind the question for the visitor's age, if it asks one. Fills its container. */
export function RunningGame({ game, recordDay }: Props) {
  const { facts, localization } = game
  const name = localText(localization.name, useInterfaceLanguage())
  return (
    <AgeGated
      age={facts.age}
      name={name}
      className="absolute inset-0 grid place-items-center overflow-auto bg-ink-0"
    >
      <StartedGame game={game} name={name} recordDay={recordDay} />
    </AgeGated>
  )
}

/** A game in its frame, connected to the hub, with the payment screen above it. */
function StartedGame({ game, name, recordDay }: Props & { name: string }) {
  const { project, facts, web_page } = game
  const language = usePageLanguage()
  const host = useRef<GameHost | null>(null)
  const config = useInitialConfig().projects.find(({ id }) => id === project)
  const origins = config?.origins ?? noOrigins
  const [isRestarted, setRestarted] = useState(false)
  const restart = useCallback(() => setRestarted(true), [])
  const { saves, question, ask } = useGameSaves({ project, getPlayerId, host, onLeft: restart })
  const start = usePlayStart({ project, origins, language, saves, ask, recordDay, isRestarted })
  const [isRemoved, setRemoved] = useState(() => hasDeferredPurchase(project))
  const removeFrame = useCallback(() => setRemoved(true), [])
  const restoreFrame = useCallback(() => setRemoved(false), [])
  const { showPayment, overlay } = usePaymentOverlay(saves.isWriting, removeFrame)
  const player = usePlayerForGame()
  useReloadForNextPlayer(player.id, start?.play?.startData.isStorageSaved ?? false)
  const playId = start?.play?.playId ?? null
  const hasBreaks = start?.play?.startData.capabilities.includes('breaks') ?? false
  const { prepareBreak, breakScreen } = useBreaks(project, hasBreaks)
  const { openLink, linkQuestion } = useLinkQuestion()
  const { askNewPrice, priceQuestion } = usePriceQuestion()
  const actions = useGameActions({
    project,
    config,
    showPayment,
    askNewPrice,
    host,
    saves,
    prepareBreak,
    openLink,
    playId,
    isStarted: start !== null,
    restoreFrame,
  })
  useGuestScores(project)
  if (!start) {
    return (
      <>
        <LoadingScreen picture={web_page.gameImage} age={facts.age} />
        {question && <SaveQuestion name={name} question={question} />}
      </>
    )
  }
  const { createFrameName } = start
  const framed: FramedGame = {
    project,
    name,
    picture: web_page.gameImage,
    age: facts.age,
    permissions: web_page.framePermissions,
    orientation: web_page.orientation,
    ...locateFrame(start.play ?? null, web_page.iframeUrl, origins),
    play: start.play ?? null,
    ...(createFrameName && { createFrameName: () => createFrameName(actions.getResumedPurchase()) }),
  }
  return (
    <>
      {/* A frame can take the keyboard from any field over it, whatever its attributes say. */}
      {isRemoved || overlay ? (
        <UnloadedGame picture={web_page.gameImage} />
      ) : (
        <GameFrame
          ref={host}
          game={framed}
          language={language}
          player={player}
          actions={actions}
          isCovered={breakScreen !== null}
        />
      )}
      <ScoreMessages />
      {breakScreen}
      {linkQuestion}
      {priceQuestion}
      {overlay}
    </>
  )
}

interface StartOptions {
  project: string
  origins: readonly string[]
  language: string
  saves: GameSaves
  ask: AskToChoose
  recordDay: Props['recordDay']
  /** Another value begins the play anew. */
  isRestarted: boolean
}

/** Null until the hub has begun the play, or has not answered in time, and the saves are open. */
function usePlayStart({ project, saves, isRestarted, ...options }: StartOptions): Start | null {
  const [start, setStart] = useState<Start | null>(null)
  const latest = useRef(options)
  useEffect(() => {
    let isCurrent = true
    if (isRestarted) setStart(null)
    const begin = async () => {
      const { at: openedAt, start, collected } = takePlay(project)
      const [play] = await Promise.all([start, knownPlayer()])
      if (!isCurrent) return void collected.take()
      setCurrentPlay(project, play?.buildNumber ?? null)
      await saves.open(play?.startData ?? null, latest.current.ask, collected)
      if (!isCurrent) return
      const { origins, language, recordDay } = latest.current
      const search = location.search
      const createFrameName =
        play && mayReceiveStartData(play, origins)
          ? (purchased?: ResumedPurchase) =>
              toFrameName(play, {
                player: playerForGame(),
                language,
                search,
                saves: { ...saves.startData(), ...(purchased && { purchased }) },
              })
          : undefined
      const counting = play?.counting
      const visit = counting ? { ...currentVisit(), ...recordDay(counting.day) } : null
      setStart({
        play: play && { ...play, openedAt, visit },
        ...(createFrameName && { createFrameName }),
      })
    }
    void begin()
    return () => {
      isCurrent = false
    }
  }, [project, saves, isRestarted])
  return start
}

/** A game cannot be told to take the items of another player's storage. */
function useReloadForNextPlayer(playerId: string | null, isStorageSaved: boolean): void {
  const first = useRef<string | null>(undefined)
  useEffect(() => {
    if (!isStorageSaved) return
    first.current ??= playerId ?? ''
    if (first.current !== (playerId ?? '')) location.reload()
  }, [playerId, isStorageSaved])
}

/** A hosted game's origin need not be listed: the hub knows it. A shared one says nothing. */
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
