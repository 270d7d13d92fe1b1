import { limitReads, readInsightDays } from '../insights/index.ts'
import { createCodes, listOffers } from '../payments/index.ts'
import type { Deps } from './deps.ts'
import type { ServerApi } from './server-api.ts'

/** The calls by which a game server reads its offers and makes codes, for a newsletter or a stream. */
export function registerServerOfferRoutes(api: ServerApi, deps: Deps): void {
  api.handle('GET /offers', async ({ project }) => {
    const offers = await listOffers(deps, project)
    return {
      data: {
        result: offers.flatMap(({ id, kind, state, items, from, until, uses }) =>
          kind === null ? [] : [{ id, kind, state, items, from, until, uses }],
        ),
      },
    }
  })
  api.handle('GET /insights', async ({ project, query }) => ({
    data: { result: await limitReads(() => readInsightDays(deps, { projects: [project], ...query })) },
  }))
  api.handle('POST /codes', async ({ project, keyName, body }) => {
    const operation = { operator: `key ${keyName}`, reason: null }
    const { batch, codes } = await createCodes(deps, { project, ...body }, operation)
    return { batchId: batch.id, codes }
  })
}
