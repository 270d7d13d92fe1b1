/** Well-known keys of the sandbox's only Yandex Pay merchant. They open nothing anywhere else. */
export const MERCHANT_ID = '5a4db0c5-0000-4000-8000-000000100500'
export const API_KEY = 'sandbox_yandex_pay'
/** Whose order a rigged one claims to be. */
export const OTHER_MERCHANT_ID = '5a4db0c5-0000-4000-8000-000000999999'

export const CURRENCY = 'RUB'
export const USUAL_TTL_S = 1_800
/** How long a capture, a cancellation or a refund takes. */
export const OPERATION_MS = 1_000
/** How long a webhook's signature is good for. */
export const TOKEN_TTL_S = 300
