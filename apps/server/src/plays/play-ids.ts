import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Db } from '../platform/database/database.ts'
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
  create(play: Omit<Play, 'id'>): string
  /** @throws Refusal PLAY_NOT_FOUND when the hub has not issued it */
  read(playId: string): Play
}

const cipherName = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * Play ids that only the hub can make and read. Encrypted rather than signed: the page reports without a login token, and
 * the game, which gets the id, must not learn the player's id from it. At most 200 characters, because each of a game's
 * messages carries it. The random start of the text is the row's id.
 */
export async function openPlayIds(db: Db): Promise<PlayIds> {
  const secret = Buffer.from(await loadOrCreateSecret(db, 'play-ids'), 'base64url')
  return {
    create({ startedAt, buildNumber, playerId, project }) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(cipherName, secret, iv)
      const text = [startedAt.toString(36), buildNumber ?? '', playerId ?? '', project].join(' ')
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, encrypted, cipher.getAuthTag()]).toString('base64url')
    },
    read(playId) {
      const bytes = Buffer.from(playId, 'base64url')
      const iv = bytes.subarray(0, ivBytes)
      const [startedAt = '', buildNumber, playerId, project = ''] = decrypt(secret, iv, bytes).split(' ')
      return {
        id: iv.toString('hex'),
        project,
        buildNumber: buildNumber ? Number(buildNumber) : null,
        startedAt: Number.parseInt(startedAt, 36),
        playerId: playerId || null,
      }
    },
  }
}

function decrypt(secret: Buffer, iv: Buffer, bytes: Buffer): string {
  try {
    const decipher = createDecipheriv(cipherName, secret, iv, { authTagLength: tagBytes })
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    const encrypted = bytes.subarray(ivBytes, -tagBytes)
    return decipher.update(encrypted, undefined, 'utf8') + decipher.final('utf8')
  } catch (cause) {
    throw new Refusal('PLAY_NOT_FOUND', undefined, { cause })
  }
}
