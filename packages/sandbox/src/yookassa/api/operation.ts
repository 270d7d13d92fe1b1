import type { ApiOperation } from '../../platform/emulated-api.ts'
import type { ApiObject } from '../model/render.ts'
import type { Shop } from '../shop/shop.ts'

/** An authenticated API request with a parsed body. */
export interface Call {
  shop: Shop
  /** Path parameter: `/v3/payments/{id}`. */
  id: string
  query: Record<string, string | undefined>
  body: unknown
}

/** True when the shop registers a receipt for every payment and refund. */
export function isFiscal({ context }: Shop): boolean {
  return context.fiscalShops.has('yookassa')
}

export interface Operation extends ApiOperation {
  /** @throws YooKassaError */
  run(call: Call): ApiObject
}
