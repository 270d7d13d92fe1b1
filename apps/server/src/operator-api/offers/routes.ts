import { OfferSalesRow, OfferUseRow } from '@playhub/contract/operator'
import { listPlayerNames } from '../../accounts/operator/player-list.ts'
import { endOffer } from '../../catalogue/operator/end-offer.ts'
import type { ContentDeps } from '../../catalogue/operator/published-content.ts'
import { listCodeBatches, revokeCodes } from '../../payments/operator/offers/batches.ts'
import { createCodes } from '../../payments/operator/offers/create-codes.ts'
import { listOfferSales, listOffers, listOfferUses } from '../../payments/operator/offers/list-offers.ts'
import { SECOND_MS } from '../../platform/clock.ts'
import { withQueryTimeout } from '../../platform/database/postgres-driver.ts'
import { Refusal } from '../../platform/refusal.ts'
import { mayPublish } from '../content/routes.ts'
import type { OperatorApi } from '../frame/operator-api.ts'
import { expectProjectInScope, readPages, toPage, toProjects } from '../frame/scope.ts'

type Deps = ContentDeps

const exportPage = 500
/** For batches of a hundred thousand codes. */
const maxQueryMs = 20 * SECOND_MS

/** Offers with their figures, and their codes. */
export function registerOfferRoutes(api: OperatorApi, deps: Deps): void {
  const { db } = deps
  const withNames = { db, listPlayerNames: (ids: string[]) => listPlayerNames(db, ids) }
  api.handle('GET /offers/{project}', async ({ scope, params, query }) => {
    const project = expectProjectInScope(scope, params.project)
    return { data: { result: await listOffers(deps, project, query.state) } }
  })
  api.handle('GET /offers/{project}/{offer}/uses', async ({ scope, params, query }) => {
    const project = expectProjectInScope(scope, params.project)
    return toPage(await listOfferUses(withNames, { ...params, project }, query))
  })
  api.export('GET /offers/export', OfferSalesRow, async function* ({ scope, query: { project, state } }) {
    yield* await listOfferSales(deps, expectProjectInScope(scope, project), state)
  })
  api.export('GET /offer-uses/export', OfferUseRow, ({ scope, query: { project, offer } }) => {
    expectProjectInScope(scope, project)
    return readPages((cursor) => listOfferUses(withNames, { project, offer }, { limit: exportPage, cursor }))
  })
  api.handle('POST /offers/{project}/{offer}/end', async (call) => {
    const project = expectProjectInScope(call.scope, call.params.project)
    if (!mayPublish(deps, call))
      throw new Refusal('OPERATOR_FORBIDDEN', { roles: ['owner'], isHubWide: false })
    const ended = await endOffer(deps, { project, offerId: call.params.offer }, call.operation)
    return { data: { result: ended } }
  })
  api.handle('GET /offers/{project}/codes', async ({ scope, params, query: { offer, ...page } }) => {
    const project = expectProjectInScope(scope, params.project)
    return toPage(await listCodeBatches(db, { project, offer }, page))
  })
  api.handle('POST /offers/{project}/{offer}/codes', async ({ scope, params, body, operation }) => {
    const project = expectProjectInScope(scope, params.project)
    const batch = { project, offerId: params.offer, count: body.count }
    const { codes } = await withQueryTimeout(maxQueryMs, () => createCodes(deps, batch, operation))
    return { codes }
  })
  api.handle('POST /code-batches/{id}/revoke', async ({ scope, params, operation }) => ({
    data: { result: await revokeCodes(deps, params.id, operation, toProjects(scope)) },
  }))
}
