import type { Db } from '../platform/database/database.ts'
import { openCipher } from '../platform/keys/cipher.ts'

export type EntryIds = {
  create(entry: { project: string; board: string; playerId: string }): string
  /** Undefined when the hub has not made it. */
  read(id: string): { project: string; board: string; playerId: string } | undefined
}

/** Ids of leaderboard entries that only the hub can read: nobody learns the id of another player from them. */
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
