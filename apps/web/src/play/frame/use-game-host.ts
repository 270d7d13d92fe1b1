import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { createGameHost, type GameHost } from '../bridge/game-host.ts'
import type { GameHostActions } from '../bridge/game-host-actions.ts'
import { createFrameLife, type FrameState, isReachable } from './frame-status.ts'
import type { GameFrameProps } from './game-frame-props.ts'

/** Ties a frame element to a bridge that lives as long as it does, and tells how the frame is doing. */
export function useGameHost(props: GameFrameProps) {
  const { game, language, player, actions, ref } = props
  const frameRef = useRef<HTMLIFrameElement>(null)
  const [host, setHost] = useState<GameHost | null>(null)
  const [state, setState] = useState<FrameState>('loading')
  const latest = useRef({ actions, language, name: game.name })
  const { project, iframeUrl } = game
  const origins = game.origins.join(' ')

  useLayoutEffect(() => {
    latest.current = { actions, language, name: game.name }
  })

  // Before the browser paints, so that the bridge listens before the frame can speak. Another language of the hub,
  // and with it another name of the game, must not cut the bridge.
  useLayoutEffect(() => {
    const frame = frameRef.current
    if (!frame) return
    const life = createFrameLife(() => isReachable(iframeUrl), setState)
    const next = createGameHost({
      frame,
      origins: origins.split(' '),
      project: { id: project, name: latest.current.name },
      language: latest.current.language,
      actions: followLatest(latest, life.ready),
      onHeard: life.heard,
    })
    frame.addEventListener('load', life.loaded)
    setHost(next)
    return () => {
      frame.removeEventListener('load', life.loaded)
      life.stop()
      next.destroy()
    }
  }, [project, iframeUrl, origins])

  useEffect(() => host?.setLanguage(language), [host, language])
  useEffect(() => {
    if (player) host?.setPlayer(player)
  }, [host, player])
  useEffect(() => {
    if (state === 'shown' && document.activeElement === document.body) frameRef.current?.focus()
  }, [state])
  useImperativeHandle<GameHost | null, GameHost | null>(ref, () => host, [host])

  return { frameRef, state }
}

/** The host outlives renders; what it asks for goes to the actions of the last one. */
function followLatest(latest: RefObject<{ actions: GameHostActions }>, onReady: () => void): GameHostActions {
  const following = new Proxy({} as GameHostActions, {
    get: (_nothing, name) => Reflect.get(latest.current.actions, name),
  })
  return Object.create(following, {
    onReady: {
      value: () => {
        onReady()
        following.onReady()
      },
    },
  })
}
