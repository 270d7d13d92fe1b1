import type { GameToken } from '@playhub/contract/bridge'
import { call } from '../../lib/api/api.ts'
import { isSignedIn } from '../../lib/player/player.ts'
import { GameRefusal } from '../bridge/game-host-actions.ts'

/**
 * A short-lived proof, for the game's own server, of who plays. It is good for this project only.
 * @throws GameRefusal NOT_SIGNED_IN for a guest, of whom there is nothing to prove.
 */
export async function gameToken(project: string): Promise<GameToken> {
  if (!isSignedIn()) throw new GameRefusal('NOT_SIGNED_IN')
  return (await call('POST /play/token', { body: { project } })).data.result
}
