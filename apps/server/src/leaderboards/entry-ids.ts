import { createHmac } from 'node:crypto'
import type { Db } from '../platform/database/database.ts'
import { openCipher } from '../platform/keys/cipher.ts'
import { loadOrCreateSecret } from '../platform/keys/secrets.ts'

export type EntryIds = {
  create(entry: { project: string; board: string; playerId: string }): string
  /** Undefined when the hub has not made it. */
  read(id: string): { project: string; board: string; playerId: string } | undefined
}

/** Entry ids only the hub can read: nobody learns another player's id from them. */
export async function openEntryIds(db: Db): Promise<EntryIds> {
  const cipher = await openCipher(db, 'score-entries')
  return {
    create: ({ project, board, playerId }) => cipher.encrypt([project, board, playerId].join(' ')),
    read(id) {
      const [project = '', board = '', playerId] = cipher.decrypt(id)?.text.split(' ') ?? []
      return playerId ? { project, board, playerId } : undefined
    },
  }
}

export type PlayerNumbers = { get(project: string, playerId: string): number }

/**
 * Numbers as in "Player 4821": four digits, constant for a player in a game and unrelated to other games. Keyed,
 * because game servers know their players' ids and could compute a plain hash.
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
