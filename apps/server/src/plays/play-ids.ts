import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { loadOrCreateSecret } from '../platform/keys/secrets.ts'
import { Refusal } from '../platform/refusal.ts'

/** What a play id tells the hub. */
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
  create(play: Omit<Play, 'id'>): Promise<string>
  /** @throws Refusal PLAY_NOT_FOUND when the hub has not issued it */
  read(playId: string): Promise<Play>
}

const header = { alg: 'dir', enc: 'A256GCM' }

/**
 * Play ids that only the hub can make and read. Encrypted rather than signed: the page reports without a login token, and
 * the game, which gets the id, must not learn the player's id from it.
 */
export async function openPlayIds(db: Db): Promise<PlayIds> {
  const secret = Buffer.from(await loadOrCreateSecret(db, 'play-ids'), 'base64url')
  return {
    create: (play) => new EncryptJWT({ ...play, id: newId() }).setProtectedHeader(header).encrypt(secret),
    async read(playId) {
      try {
        const { payload } = await jwtDecrypt<Play>(playId, secret)
        const { id, project, buildNumber, startedAt, playerId } = payload
        return { id, project, buildNumber, startedAt, playerId }
      } catch (cause) {
        throw new Refusal('PLAY_NOT_FOUND', undefined, { cause })
      }
    },
  }
}
