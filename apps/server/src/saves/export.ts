import type { Db } from '../platform/database/database.ts'
import { Pages } from '../platform/http/json-pages.ts'

/** A player's saves and their kept versions, a game at a time. `reason` tells why a version was kept. */
export function exportSaves(db: Db, playerId: string): Pages {
  return new Pages(async function* () {
    for (const project of await listProjects(db, playerId)) {
      yield await listCurrent(db, playerId, project)
      yield await listKept(db, playerId, project)
    }
  })
}

async function listProjects(db: Db, playerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('saves')
    .select('project')
    .where('playerId', '=', playerId)
    .union(db.selectFrom('saveVersions').select('project').where('playerId', '=', playerId))
    .orderBy('project')
    .execute()
  return rows.map(({ project }) => project)
}

const exported = ['project', 'saveKey as key', 'version', 'savedAt', 'source', 'value'] as const

const listCurrent = (db: Db, playerId: string, project: string) =>
  db
    .selectFrom('saves')
    .select(exported)
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .orderBy('saveKey')
    .execute()

const listKept = (db: Db, playerId: string, project: string) =>
  db
    .selectFrom('saveVersions')
    .select([...exported, 'replacedAt', 'reason'])
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .orderBy('saveKey')
    .orderBy('version')
    .execute()
