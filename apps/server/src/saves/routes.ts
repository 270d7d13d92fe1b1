import { maxSavesBytes, maxSaveWritesPerMinute } from '@playhub/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Project } from '../catalogue/index.ts'
import type { Api } from '../platform/http/api.ts'
import { createRequestCounter, type RequestLimits } from '../platform/limits/request-limits.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Deps } from './deps.ts'
import { mergeSaves } from './merge.ts'
import { listSaves } from './save-store.ts'
import { removeSave, writeSave } from './write.ts'

/** JSON text in a JSON body: escapes make it up to twice as long. */
export const saveBodyBytes = 3 * maxSavesBytes

type Game = { playerId: string; project: string }

export function registerRoutes(api: Api, deps: Deps, countWrite: CountWrite): void {
  const { catalogue } = deps

  api.handle('GET /play/saves', async ({ actor: { playerId }, query: { project } }) => {
    expectGame(catalogue, project)
    return { data: { result: await listSaves(deps.db, { playerId, project }) } }
  })
  api.handle(
    'POST /play/saves/write',
    async ({ actor: { playerId }, body, request }) => {
      const { project, key, value, ifVersion } = body
      expectWritable(expectGame(catalogue, project), key)
      await countWrite(request, { playerId, project })
      const save = { playerId, project, saveKey: key, value, source: 'client' } as const
      return { data: { result: await writeSave(deps, save, ifVersion) } }
    },
    { bodyLimit: saveBodyBytes },
  )
  api.handle('POST /play/saves/remove', async ({ actor: { playerId }, body, request }) => {
    const { project, key, ifVersion } = body
    expectWritable(expectGame(catalogue, project), key)
    await countWrite(request, { playerId, project })
    await removeSave(deps, { playerId, project, saveKey: key }, ifVersion)
    return { data: { result: true as const } }
  })
  api.handle(
    'POST /play/saves/merge',
    async ({ actor: { playerId }, body: { project, saves }, request }) => {
      const { serverKeys } = expectGame(catalogue, project).game.saves
      await countWrite(request, { playerId, project })
      const ownSaves = saves.filter(({ key }) => !serverKeys.includes(key))
      return { data: { result: await mergeSaves(deps, { playerId, project }, ownSaves) } }
    },
    { bodyLimit: saveBodyBytes },
  )
}

/** @throws Refusal PROJECT_NOT_FOUND */
function expectGame(catalogue: Deps['catalogue'], id: string): Project {
  const project = catalogue.project(id)
  if (!project?.game.isActive) throw new Refusal('PROJECT_NOT_FOUND')
  return project
}

/** @throws Refusal SAVE_KEY_READ_ONLY */
function expectWritable({ game }: Project, key: string): void {
  if (game.saves.serverKeys.includes(key)) throw new Refusal('SAVE_KEY_READ_ONLY')
}

/** @throws Refusal TOO_MANY_REQUESTS with `retryInSeconds` */
export type CountWrite = (request: FastifyRequest, game: Game) => Promise<void>

/** Counts by player and game, also in the sandbox, where teams try their games. */
export async function createWriteCounter(
  scope: FastifyInstance,
  requestLimits: RequestLimits,
): Promise<CountWrite> {
  const games = new WeakMap<FastifyRequest, Game>()
  const count = await createRequestCounter(scope, {
    ...requestLimits('saves', maxSaveWritesPerMinute),
    allowList: [],
    cache: 50_000,
    keyGenerator: (request) => {
      const { playerId, project } = games.get(request) ?? { playerId: '', project: '' }
      return `${playerId} ${project}`
    },
  })
  return (request, game) => {
    games.set(request, game)
    return count(request)
  }
}
