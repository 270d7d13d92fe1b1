import type { FastifyInstance } from 'fastify'
import { scheduleHourly } from '../platform/jobs/hourly-job.ts'
import type { Deps } from './deps.ts'
import { rememberedMs } from './idempotency.ts'
import { deleteCallsBefore } from './idempotent-response-store.ts'
import { seedSandboxKeys } from './project-keys.ts'
import { registerServerRoutes } from './routes.ts'
import { createServerApi } from './server-api.ts'

export { createProjectKey, listProjectKeys, revokeProjectKey } from './project-keys.ts'
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
