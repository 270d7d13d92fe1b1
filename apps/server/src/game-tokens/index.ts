import type { FastifyInstance } from 'fastify'
import type { Db } from '../platform/database/database.ts'
import type { Api } from '../platform/http/api.ts'
import { openSigningKeys, type SigningKeys, signingAlgorithm } from '../platform/keys/signing-keys.ts'
import { type Deps, issueGameToken } from './game-tokens.ts'
import { deletePlaysByPlayer, findPlay } from './play-store.ts'

export { listPlaysByPlayer } from './play-store.ts'

export type Play = {
  registerRoutes(api: Api): void
  registerKeySet(app: FastifyInstance): void
  /** Tells if the player has played the project's game while logged in. */
  hasPlayed(playerId: string, project: string): Promise<boolean>
  /** Deletes the player's records within the given transaction. */
  erase(tx: Db, playerId: string): Promise<void>
}

export async function createPlay(deps: Deps): Promise<Play> {
  const keys = await openSigningKeys(deps, 'game-token-key')
  return {
    registerRoutes: (api) =>
      api.handle('POST /play/token', async ({ actor, body }) => ({
        data: { result: await issueGameToken(deps, keys, { ...body, playerId: actor.playerId }) },
      })),
    registerKeySet: (app) => registerKeySet(app, keys),
    hasPlayed: async (playerId, project) => (await findPlay(deps.db, playerId, project)) !== undefined,
    erase: deletePlaysByPlayer,
  }
}

/** The public keys with which game servers, and games in the browser, verify game tokens. */
function registerKeySet(app: FastifyInstance, keys: SigningKeys): void {
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300').header('access-control-allow-origin', '*')
    const accepted = await keys.accepted()
    return {
      keys: accepted.map(({ publicJwk, kid }) => ({ ...publicJwk, kid, alg: signingAlgorithm, use: 'sig' })),
    }
  })
}
