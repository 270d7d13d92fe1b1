/** Public credentials of the sandbox's only Yandex Pay merchant. They work nowhere else. */
export const MERCHANT_ID = '5a4db0c5-0000-4000-8000-000000100500'
export const API_KEY = 'sandbox_yandex_pay'
/** The merchant that an order with the override `shop: "other"` belongs to. */
export const OTHER_MERCHANT_ID = '5a4db0c5-0000-4000-8000-000000999999'

export const CURRENCY = 'RUB'
export const DEFAULT_TTL_S = 1_800
/** Duration of a capture, a cancellation or a refund. */
export const PROCESSING_MS = 1_000
/** Lifetime of a webhook's signature. */
export const TOKEN_TTL_S = 300
