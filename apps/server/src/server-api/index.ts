import type { FastifyInstance } from 'fastify'
import { scheduleHourly } from '../platform/jobs/hourly-job.ts'
import { createServerApi } from './api.ts'
import { deleteCallsBefore } from './call-store.ts'
import type { Deps } from './deps.ts'
import { seedSandboxKeys } from './keys.ts'
import { rememberedMs } from './once.ts'
import { registerServerRoutes } from './routes.ts'

export { createProjectKey, listProjectKeys, revokeProjectKey } from './keys.ts'
export { serverApiMigrations } from './tables.ts'

export type GameServers = {
  /** For the part of the app below `/api/server/v1`. */
  registerRoutes(scope: FastifyInstance): Promise<void>
}

export async function createGameServers(deps: Deps): Promise<GameServers> {
  const { db, clock, config, catalogue } = deps
  if (config.mode === 'sandbox') await seedSandboxKeys({ db, clock }, catalogue.projects())
  await scheduleHourly(deps, 'server-api.sweep', () => deleteCallsBefore(db, clock.now() - rememberedMs))
  return { registerRoutes: async (scope) => registerServerRoutes(await createServerApi(scope, deps), deps) }
}
