import type { FastifyInstance } from 'fastify'
import type { Db } from '../platform/database/database.ts'
import type { Api } from '../platform/http/api.ts'
import { loadOrCreateSigningKey } from '../platform/keys/signing-key.ts'
import type { PlayNeeds } from './deps.ts'
import { issueGameToken } from './game-tokens.ts'
import { registerKeySet } from './key-set.ts'
import { deletePlaysOf, findPlay, listPlaysOf } from './play-store.ts'

export { playMigrations } from './tables.ts'

export type Play = {
  registerRoutes(api: Api): void
  registerKeySet(app: FastifyInstance): void
  /** Whether the player has played the game of a project, signed in. */
  hasPlayed(playerId: string, project: string): Promise<boolean>
  /** The sections of a player's own copy of what the hub keeps. */
  personalData(playerId: string): Promise<Record<string, unknown>>
  /** Forgets the player, in the transaction given. */
  erase(tx: Db, playerId: string): Promise<void>
}

export async function createPlay(needs: PlayNeeds): Promise<Play> {
  const key = await loadOrCreateSigningKey(needs.db, 'game-token-key')
  return {
    registerRoutes: (api) =>
      api.answer('POST /play/token', async ({ actor, body }) => ({
        data: { result: await issueGameToken(needs, key, { ...body, playerId: actor.playerId }) },
      })),
    registerKeySet: (app) => registerKeySet(app, key),
    hasPlayed: async (playerId, project) => (await findPlay(needs.db, playerId, project)) !== undefined,
    personalData: async (playerId) => {
      const plays = await listPlaysOf(needs.db, playerId)
      return { plays: plays.map(({ project, firstAt }) => ({ project, firstAt })) }
    },
    erase: deletePlaysOf,
  }
}
