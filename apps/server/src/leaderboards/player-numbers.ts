import { createHmac } from 'node:crypto'
import type { Db } from '../platform/database/database.ts'
import { loadOrCreateSecret } from '../platform/keys/secrets.ts'

export type PlayerNumbers = { get(project: string, playerId: string): number }

/**
 * Numbers as in "Player 4821": four digits that stay the same for a player in a game and tell nothing about the player
 * in other games. Keyed, because game servers know the ids of their players and could compute a plain hash.
 */
export async function openPlayerNumbers(db: Db): Promise<PlayerNumbers> {
  const key = await loadOrCreateSecret(db, 'player-numbers')
  return {
    get(project, playerId) {
      const hash = createHmac('sha256', key).update(`${project} ${playerId}`).digest()
      return 1000 + (hash.readUInt32BE() % 9000)
    },
  }
}
