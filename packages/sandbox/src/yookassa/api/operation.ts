import type { ApiOperation } from '../../platform/emulated-api.ts'
import type { ApiObject } from '../model/render.ts'
import type { Shop } from '../shop/shop.ts'

/** An authenticated API request with a parsed body. */
export interface Call {
  shop: Shop
  /** From the path: `/v3/payments/{id}`. */
  id: string
  query: Record<string, string | undefined>
  body: unknown
}

export interface Operation extends ApiOperation {
  /** @throws YooKassaError */
  run(call: Call): ApiObject
}
