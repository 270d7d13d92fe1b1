/** Public credentials of the sandbox's only YooKassa shop. They work nowhere else. */
export const SHOP_ID = '100500'
export const SECRET_KEY = 'test_sandbox_yookassa'
export const GATEWAY_ID = '100700'
/** The shop that a payment with the override `shop: "other"` belongs to. */
export const OTHER_SHOP_ID = '999999'

const HOUR_MS = 60 * 60 * 1000
/** Lifetime of an unpaid payment and its confirmation token. */
export const PAYMENT_TTL_MS = HOUR_MS
export const HOLD_TTL_MS = 7 * 24 * HOUR_MS
/** Delay of pending refunds and receipt registrations. */
export const PROCESSING_MS = 1_500
