/** Well-known keys of the sandbox's only YooKassa shop. They open nothing anywhere else. */
export const SHOP_ID = '100500'
export const SECRET_KEY = 'test_sandbox_yookassa'
export const GATEWAY_ID = '100700'
/** Whose payment a rigged one claims to be. */
export const OTHER_SHOP_ID = '999999'

const HOUR_MS = 60 * 60 * 1000
/** How long a buyer may take: the token lives as long. */
export const PAYMENT_TERM_MS = HOUR_MS
export const HOLD_TERM_MS = 7 * 24 * HOUR_MS
/** How long a cash register and a bank with second thoughts take. */
export const AFTERMATH_MS = 1_500
