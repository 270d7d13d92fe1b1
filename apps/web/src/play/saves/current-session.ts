import type { Saves } from '@playhub/contract/bridge'
import { GameRefusal } from '../bridge/game-host-actions.ts'
import { openSession, type SaveSession, type SessionOptions } from './save-session.ts'

export type CurrentSession = ReturnType<typeof createCurrentSession>

interface CurrentSessionOptions extends Pick<SessionOptions, 'project' | 'database' | 'api'> {
  getPlayerId(): string | null
  onOpen(session: SaveSession): void
}

/** The session of the player who is logged in. Another player may log in while the game runs. */
export function createCurrentSession({ getPlayerId, onOpen, ...options }: CurrentSessionOptions) {
  let opening: Promise<SaveSession> | undefined
  let opened: SaveSession | null = null
  let playerId: string | null = null

  function open(saves: Saves | null): Promise<SaveSession> {
    const owner = getPlayerId()
    // A player is logged in, but it is not known which.
    if (owner === '') return Promise.reject(new GameRefusal('NOT_AVAILABLE'))
    playerId = owner
    opened = null
    const session = openSession({ ...options, playerId: owner, saves }).then((result) => {
      if (playerId === owner) opened = result
      onOpen(result)
      return result
    })
    session.catch(() => {
      if (opening === session) opening = undefined
    })
    opening = session
    return session
  }

  return {
    /** @param saves  From the start data; null asks the hub. */
    open,
    get: (): Promise<SaveSession> => (opening && playerId === getPlayerId() ? opening : open(null)),
    /** The last one, possibly the previous player's; null while one opens. */
    opened: (): SaveSession | null => opened,
  }
}
