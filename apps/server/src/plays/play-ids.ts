import type { Db } from '../platform/database/database.ts'
import { openCipher } from '../platform/keys/cipher.ts'
import { Refusal } from '../platform/refusal.ts'

/** Content of a play id. */
export type Play = {
  id: string
  project: string
  /** Null for a game at an address of its own. */
  buildNumber: number | null
  startedAt: number
  /** Null for a guest. */
  playerId: string | null
}

export type PlayIds = {
  create(play: Omit<Play, 'id'>): string
  /** @throws Refusal PLAY_NOT_FOUND when the hub has not issued it */
  read(playId: string): Play
}

/**
 * Play ids only the hub can make and read. Encrypted rather than signed: a report may outlive the login, and the game
 * must not learn the player's id from it. At most 200 characters, because each of a game's messages carries it. The
 * random start of the text is the row's id.
 */
export async function openPlayIds(db: Db): Promise<PlayIds> {
  const cipher = await openCipher(db, 'play-ids')
  return {
    create: ({ startedAt, buildNumber, playerId, project }) =>
      cipher.encrypt([startedAt.toString(36), buildNumber ?? '', playerId ?? '', project].join(' ')),
    read(playId) {
      const decrypted = cipher.decrypt(playId)
      if (!decrypted) throw new Refusal('PLAY_NOT_FOUND')
      const [startedAt = '', buildNumber, playerId, project = ''] = decrypted.text.split(' ')
      return {
        id: decrypted.nonce,
        project,
        buildNumber: buildNumber ? Number(buildNumber) : null,
        startedAt: Number.parseInt(startedAt, 36),
        playerId: playerId || null,
      }
    },
  }
}
