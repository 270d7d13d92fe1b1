import type { GameOrientation } from '@playhub/contract'
import type { Player } from '@playhub/contract/bridge'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { useCurrentPlay } from '../bar/current-play.ts'
import type { GameHost } from '../bridge/game-host.ts'
import type { GameHostActions } from '../bridge/game-host-actions.ts'
import { focusGame, isControlFocused } from '../frame-focus.ts'
import type { GameIssue, GameWatch } from '../health/watch-game.ts'
import type { RunningPlay } from '../start/start-play.ts'
import { connectGame } from './connect-game.ts'
import { type FrameStatus, showRefused } from './frame-status.ts'

export interface FramedGame {
  /** The project's id. */
  project: string
  name: string
  iframeUrl: string
  /** Shown while the game loads. */
  picture?: string
  age?: number | null
  /** The project's listed origins. */
  origins: readonly string[]
  /** The project's `framePermissions`. */
  permissions?: readonly string[]
  /** The hub serves the game itself. */
  isHosted?: boolean
  /** The frame has no origin, because all hosted games share one. */
  isOpaque?: boolean
  orientation?: GameOrientation
  /** The name of a new frame: the start data, if the game may have it. */
  createFrameName?: () => string
  /** Null when the hub did not begin one: nothing is counted then. */
  play?: RunningPlay | null
}

export interface GameFrameProps {
  game: FramedGame
  /** The first one is passed in the frame's address, later ones through the bridge. */
  language: string
  player?: Player
  actions: GameHostActions
  /** Something lies over the game: it gets no keys. */
  isCovered?: boolean
  /** The bridge, for pausing the game and sending it a payment's result. */
  ref?: Ref<GameHost | null>
  className?: string
}

/** Connects a frame element to a bridge with the same lifetime, and monitors the frame's status. */
export function useGameHost(props: GameFrameProps) {
  const { game, language, player, actions, ref } = props
  const frameRef = useRef<HTMLIFrameElement>(null)
  const [host, setHost] = useState<GameHost | null>(null)
  const [status, setStatus] = useState<FrameStatus>('loading')
  const [progress, setProgress] = useState<number | null>(null)
  const [issue, setIssue] = useState<GameIssue | null>(null)
  const watch = useRef<GameWatch>(null)
  const { isMuted } = useCurrentPlay()
  const latest = useRef({ actions, language, name: game.name })
  const { project, iframeUrl, isHosted = false, isOpaque = false, play = null } = game
  const origins = game.origins.join(' ')

  useLayoutEffect(() => {
    latest.current = { actions, language, name: game.name }
  })

  // Use a layout effect, so the bridge listens before the frame can send anything. A language change
  // changes the game's name as well, and must not recreate the bridge.
  useLayoutEffect(() => {
    const frame = frameRef.current
    if (!frame) return
    const connection = connectGame(frame, {
      project,
      iframeUrl,
      origins: origins.split(' '),
      isHosted,
      isOpaque,
      play,
      latest,
      onStatus: setStatus,
      onProgress: (ratio) => setProgress((known) => Math.max(known ?? 0, Math.min(1, ratio))),
      onIssue: setIssue,
    })
    watch.current = connection.watch
    setHost(connection.host)
    return connection.close
  }, [project, iframeUrl, isHosted, isOpaque, origins, play])

  useEffect(() => host?.setLanguage(language), [host, language])
  useEffect(() => host?.setMuted(isMuted), [host, isMuted])
  useEffect(() => {
    if (player) host?.setPlayer(player)
  }, [host, player])
  useEffect(() => {
    if (status === 'shown') latest.current.actions.onShown()
  }, [status])
  useGameFocus(status === 'shown', language)
  useImperativeHandle<GameHost | null, GameHost | null>(ref, () => host, [host])

  return {
    frameRef,
    host,
    status,
    progress,
    issue,
    wait: () => watch.current?.wait(),
    show() {
      showRefused(project)
      setStatus('shown')
    },
  }
}

/** Gives the keyboard to a game once it is shown, and again after a choice in the language menu above it. */
function useGameFocus(isShown: boolean, language: string): void {
  const shownIn = useRef<string>(null)
  // A layout effect, so no key is lost between showing the game and focusing it.
  useLayoutEffect(() => {
    if (!isShown || shownIn.current === language) return
    const isFirst = shownIn.current === null
    shownIn.current = language
    if (!isFirst || !isControlFocused()) focusGame()
  }, [isShown, language])
}
