import type { Player } from '@playhub/contract/bridge'
import type { Ref } from 'react'
import type { GameHost } from '../bridge/game-host.ts'
import type { GameHostActions } from '../bridge/game-host-actions.ts'

export interface FramedGame {
  /** The project's id. */
  project: string
  name: string
  iframeUrl: string
  /** Shown while the game loads. */
  picture?: string
  /** The project's listed origins. */
  origins: readonly string[]
  /** What the project lists as `framePermissions`. */
  permissions?: readonly string[]
}

export interface GameFrameProps {
  game: FramedGame
  /** Passed in by the address at first, and by the bridge when it changes. */
  language: string
  /** Who plays; the game is told when this changes. */
  player?: Player
  actions: GameHostActions
  /** The bridge, to pause the game or to send it a payment's result. */
  ref?: Ref<GameHost | null>
  className?: string
}
