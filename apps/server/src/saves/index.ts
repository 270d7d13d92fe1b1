import type { Api } from '../platform/http/api.ts'
import { scheduleHourly } from '../platform/jobs/hourly-job.ts'
import type { Deps } from './deps.ts'
import { deleteOutdatedVersions } from './history.ts'
import { type CountWrite, registerRoutes } from './routes.ts'

export { exportSaves } from './export.ts'
export { createWriteCounter, saveBodyBytes } from './routes.ts'
export { hasSaves, listSaves } from './save-store.ts'
export { removeSave, writeSave } from './write.ts'

export type Saves = {
  registerRoutes(api: Api, countWrite: CountWrite): void
}

/** Saves: what games store for their players. */
export async function createSaves(deps: Deps): Promise<Saves> {
  const { db, clock } = deps
  await scheduleHourly(deps, 'saves.thin', () => deleteOutdatedVersions(db, clock.now()))
  return { registerRoutes: (api, countWrite) => registerRoutes(api, deps, countWrite) }
}
