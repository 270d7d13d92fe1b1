import { type ServerRouteParts, ServerScore } from '@playhub/contract'
import { newId } from '../platform/ids.ts'
import type { Deps } from './deps.ts'
import { registerServerOfferRoutes } from './offer-routes.ts'
import { expectActivePlayers, findActivePlayer, readKnownPlayer } from './players.ts'
import { registerSaveRoutes } from './save-routes.ts'
import type { ServerApi } from './server-api.ts'

export function registerServerRoutes(api: ServerApi, deps: Deps): void {
  const getPayments = deps.payments.forProject

  api.handle('POST /payments', async ({ project, body: { itemId, metadata, ...payer } }) => {
    const { playerId, language } = await findActivePlayer(deps, project, payer)
    return getPayments(project).order({ playerId, itemId, language, metadata })
  })
  api.handle('GET /payments/{id}', ({ project, params }) => getPayments(project).payment(params.id))
  api.handle('POST /payments/{id}/refunds', ({ project, params, body, idempotencyKey }) =>
    getPayments(project).refund(params.id, {
      amountMinor: body.amountMinor,
      reason: body.reason,
      key: idempotencyKey ?? newId(),
    }),
  )
  api.handle('GET /purchases', async ({ project, query }) => ({
    data: { result: await getPayments(project).purchases(query) },
  }))
  api.handle('POST /purchases/{id}/consume', ({ project, params }) => getPayments(project).consume(params.id))
  api.handle('GET /players/{id}', ({ project, params }) => readKnownPlayer(deps, project, params.id))

  api.handle('POST /scores', async ({ project, body }) => {
    const scores = readScores(body)
    await expectActivePlayers(
      deps,
      project,
      scores.map(({ playerId }) => playerId),
    )
    return { data: { result: await deps.leaderboards.submitForServer(project, scores) } }
  })
  api.handle('GET /achievements', async ({ project, query: { playerId } }) => {
    await expectActivePlayers(deps, project, [playerId])
    return { data: { result: await deps.leaderboards.listAchievements(project, playerId) } }
  })
  api.handle('POST /achievements', async ({ project, body }) => {
    const { playerId, achievement, progress } = body
    await expectActivePlayers(deps, project, [playerId])
    return {
      data: { result: await deps.leaderboards.addProgress({ project, playerId, achievement, progress }) },
    }
  })
  registerSaveRoutes(api, deps)
  registerServerOfferRoutes(api, deps)

  api.handle('GET /webhooks', async ({ project, query }) => ({
    data: { result: await getPayments(project).webhooks(query) },
  }))
  api.handle('POST /webhooks/test', ({ project }) => getPayments(project).ping())
  api.handle('POST /webhooks/{id}/resend', ({ project, params }) =>
    getPayments(project).resendWebhook(params.id),
  )
}

/** One score or many, as checked by the contract. */
function readScores({ scores, ...single }: ServerRouteParts<'POST /scores'>['body']): ServerScore[] {
  return scores ?? [ServerScore.parse(single)]
}
