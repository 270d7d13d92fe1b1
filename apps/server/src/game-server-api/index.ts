import type { FastifyInstance } from 'fastify'
import { responseTtlMs } from '../platform/http/idempotency/idempotency.ts'
import { deleteResponsesBefore } from '../platform/http/idempotency/idempotent-response-store.ts'
import { scheduleHourly } from '../platform/jobs/hourly-job.ts'
import { registerBuildRoutes } from './build-routes.ts'
import type { Deps } from './deps.ts'
import { seedSandboxKeys } from './project-keys.ts'
import { registerServerRoutes } from './routes.ts'
import { createServerApi } from './server-api.ts'

export { createProjectKey } from './project-keys.ts'

export type GameServers = {
  /** @param scope  Mounted at `/api/server/v1`. */
  registerRoutes(scope: FastifyInstance): Promise<void>
}

export async function createGameServers(deps: Deps): Promise<GameServers> {
  const { db, clock, config, catalogue } = deps
  if (config.mode === 'sandbox') await seedSandboxKeys({ db, clock }, catalogue.projects())
  await scheduleHourly(deps, 'server-api.cleanup', () =>
    deleteResponsesBefore(db, clock.now() - responseTtlMs),
  )
  return {
    async registerRoutes(scope) {
      const api = await createServerApi(scope, deps)
      registerServerRoutes(api, deps)
      await registerBuildRoutes(api, deps)
    },
  }
}
