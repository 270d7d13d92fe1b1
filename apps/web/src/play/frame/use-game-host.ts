import type { Player } from '@playhub/contract/bridge'
import {
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createGameHost, type GameHost } from '../bridge/game-host.ts'
import type { GameHostActions } from '../bridge/game-host-actions.ts'
import { focusGame, isControlFocused } from './frame-focus.ts'
import { type FrameStatus, isReachable, monitorFrame } from './frame-status.ts'

export interface FramedGame {
  /** The project's id. */
  project: string
  name: string
  iframeUrl: string
  /** Shown while the game loads. */
  picture?: string
  /** The project's listed origins. */
  origins: readonly string[]
  /** The project's `framePermissions`. */
  permissions?: readonly string[]
}

export interface GameFrameProps {
  game: FramedGame
  /** The first one is passed in the frame's address, later ones through the bridge. */
  language: string
  player?: Player
  actions: GameHostActions
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
  const latest = useRef({ actions, language, name: game.name })
  const { project, iframeUrl } = game
  const origins = game.origins.join(' ')

  useLayoutEffect(() => {
    latest.current = { actions, language, name: game.name }
  })

  // Use a layout effect, so that the bridge listens before the frame can send anything. A language change
  // changes the game's name as well, and must not recreate the bridge.
  useLayoutEffect(() => {
    const frame = frameRef.current
    if (!frame) return
    const monitor = monitorFrame(() => isReachable(iframeUrl), setStatus)
    const created = createGameHost({
      frame,
      origins: origins.split(' '),
      project: { id: project, name: latest.current.name },
      language: latest.current.language,
      actions: delegateToLatest(latest),
      onReady: monitor.onReady,
      onMessage: monitor.onMessage,
    })
    frame.addEventListener('load', monitor.onLoad)
    setHost(created)
    return () => {
      frame.removeEventListener('load', monitor.onLoad)
      monitor.stop()
      created.destroy()
    }
  }, [project, iframeUrl, origins])

  useEffect(() => host?.setLanguage(language), [host, language])
  useEffect(() => {
    if (player) host?.setPlayer(player)
  }, [host, player])
  useEffect(() => {
    if (status === 'shown') latest.current.actions.onShown()
  }, [status])
  useGameFocus(status === 'shown', language)
  useImperativeHandle<GameHost | null, GameHost | null>(ref, () => host, [host])

  return { frameRef, status }
}

/** Gives the keyboard to a game once it is shown, and again after a choice in the language menu above it. */
function useGameFocus(isShown: boolean, language: string): void {
  const shownIn = useRef<string>(null)
  // A layout effect, so that no key is lost between showing the game and focusing it.
  useLayoutEffect(() => {
    if (!isShown || shownIn.current === language) return
    const isFirst = shownIn.current === null
    shownIn.current = language
    if (!isFirst || !isControlFocused()) focusGame()
  }, [isShown, language])
}

/** The host outlives renders, so its requests are delegated to the latest render's actions. */
const delegateToLatest = (latest: RefObject<{ actions: GameHostActions }>): GameHostActions =>
  new Proxy(latest.current.actions, {
    get: (_target, name) => Reflect.get(latest.current.actions, name),
  })
