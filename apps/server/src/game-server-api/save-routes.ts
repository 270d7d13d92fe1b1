import { listSaves, removeSave, saveBodyBytes, writeSave } from '../saves/index.ts'
import type { Deps } from './deps.ts'
import { expectKnownPlayer, readKnownPlayer } from './players.ts'
import type { ServerApi } from './server-api.ts'

/** The calls by which a game server reads and writes the saves of its players. */
export function registerSaveRoutes(api: ServerApi, deps: Deps): void {
  api.handle('GET /saves', async ({ project, query: { playerId, key } }) => {
    await readKnownPlayer(deps, project, playerId)
    const saves = await listSaves(deps.db, { playerId, project })
    return { data: { result: key === undefined ? saves : saves.filter((save) => save.key === key) } }
  })
  api.handle(
    'PUT /saves',
    async ({ project, body: { playerId, key, value, ifVersion } }) => {
      await expectKnownPlayer(deps, project, playerId)
      const save = { playerId, project, saveKey: key, value, source: 'server' } as const
      return writeSave(deps, save, ifVersion)
    },
    { bodyLimit: saveBodyBytes },
  )
  api.handle('DELETE /saves', async ({ project, query: { playerId, key, ifVersion } }) => {
    await expectKnownPlayer(deps, project, playerId)
    await removeSave(deps, { playerId, project, saveKey: key }, ifVersion)
    return { data: { result: true as const } }
  })
}
