import type { Api } from '../../platform/http/api.ts'
import type { Deps } from '../deps.ts'
import { claimGift, listGifts } from './gifts.ts'
import { listPlayerPrices } from './player-prices.ts'

export function registerOfferRoutes(api: Api, deps: Deps): void {
  api.handle('POST /offers/prices', async ({ actor, body, caller }) => ({
    data: {
      result: await listPlayerPrices(deps, {
        playerId: actor.playerId,
        project: body.project,
        code: body.code === undefined ? undefined : { text: body.code, ip: caller.ip },
      }),
    },
  }))
  api.handle('GET /offers/gifts', async ({ actor, query }) => ({
    data: { result: await listGifts(deps, { playerId: actor.playerId, project: query.project }) },
  }))
  api.handle('POST /offers/gifts/claim', async ({ actor, body, caller }) => {
    const purchases = await claimGift(deps, { ...body, playerId: actor.playerId, language: caller.language })
    return { data: { result: { purchases: purchases.map(({ id, itemId }) => ({ id, itemId })) } } }
  })
}
