/**
 * Every refusal and its HTTP status. A refusal is an error the caller can act on. Specification codes (§8) are kept
 * verbatim. The client must have a message for each code; the compiler reports a missing one.
 */
export const refusals = {
  // The request itself
  BODY_INVALID: 400,
  BODY_TOO_LARGE: 413,
  CONTENT_TYPE_UNSUPPORTED: 415,
  ROUTE_NOT_FOUND: 404,
  TOO_MANY_REQUESTS: 429,
  CROSS_SITE_REQUEST: 403,
  XSRF_TOKEN_MISMATCH: 403,
  FAULT: 500,
  /** Overloaded, or the database does not respond. Retry after `Retry-After`. */
  SERVICE_UNAVAILABLE: 503,

  // Login
  UNAUTHORIZED: 401,
  /** Banned by an operator. */
  ACCOUNT_BANNED: 403,
  USER_NOT_EXIST_LOGIN_BY_EMAIL: 404,
  INVALID_PASSWORD_LOGIN_BY_EMAIL: 401,
  USER_EXIST_REGISTER_BY_EMAIL: 409,
  USER_NOT_EXIST_RECOVERY_PASSWORD: 404,
  PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD: 409,
  /** An attacker's first guess. */
  PASSWORD_COMMON: 409,
  SEND_VERIFICATION_CODE_INCORRECT: 400,
  SEND_RECOVERY_PASSWORD_CODE_INCORRECT: 400,
  CODE_EXPIRED: 410,
  REGISTRATION_PASSWORD_REQUIRED: 409,
  CODE_RESEND_TOO_SOON: 429,
  CAPTCHA_REQUIRED: 428,
  CAPTCHA_INVALID: 400,
  RESET_TICKET_INVALID: 403,
  SESSION_NOT_FOUND: 404,
  AUTH_STATE_TAKEN: 409,
  AUTH_STATE_NOT_FOUND: 404,
  IDENTITY_NOT_PROVEN: 401,
  SIGN_IN_METHOD_NOT_OFFERED: 404,
  SIGN_IN_PROVIDER_UNAVAILABLE: 502,
  /** The login would create an account, which needs the consent to the processing of personal data. */
  CONSENT_REQUIRED: 409,
  PASSWORD_NOT_SET: 409,
  IDENTITY_NOT_FOUND: 404,
  IDENTITY_IS_LAST: 409,
  LOGIN_SESSION_NOT_FOUND: 404,
  REAUTHENTICATION_REQUIRED: 403,
  UNDO_LINK_INVALID: 403,
  PASSKEY_NOT_ACCEPTED: 401,
  PASSKEY_NOT_FOUND: 404,
  PASSKEY_EXISTS: 409,
  PASSKEYS_TOO_MANY: 409,
  EXPORT_RUNNING: 409,
  EXPORTS_TOO_MANY: 429,
  /** The password was right. Its `ticket` and a code complete the login: `POST /auth/second-factor`. */
  SECOND_FACTOR_REQUIRED: 403,
  SECOND_FACTOR_TICKET_INVALID: 403,
  SECOND_FACTOR_CODE_INCORRECT: 400,
  /** Many app codes were entered from networks without an earlier login. */
  SECOND_FACTOR_RECOVERY_CODE_REQUIRED: 403,
  SECOND_FACTOR_EXISTS: 409,
  SECOND_FACTOR_NOT_FOUND: 404,

  // Catalogue
  PROJECT_NOT_FOUND: 404,
  GAME_NOT_FOUND: 404,
  /** The hub hosts the game, and no build is current. */
  GAME_NOT_PUBLISHED: 409,
  PLAY_NOT_FOUND: 404,
  DOCUMENT_NOT_FOUND: 404,

  // Saves
  /** Another device or tab has written meanwhile: `details.current`. The refused value is kept as a version. */
  SAVE_CONFLICT: 409,
  SAVE_TOO_LARGE: 413,
  SAVES_FULL: 409,
  /** Only the game's server writes this key. */
  SAVE_KEY_READ_ONLY: 403,

  // Payments
  ITEM_NOT_FOUND: 404,
  ITEM_NOT_FOR_SALE: 409,
  ITEM_ALREADY_OWNED: 409,
  /** The item costs something else than the player has seen: `details.quote` has today's price. */
  PRICE_CHANGED: 409,
  CODE_NOT_FOUND: 404,
  CODE_USED: 409,
  /** The player has bought or claimed as many as the offer or the item allows: `details.availableAt`. */
  LIMIT_REACHED: 409,
  OFFER_NOT_FOUND: 404,
  /** The offer is of another kind than `code`. */
  OFFER_WITHOUT_CODES: 409,
  /** The operator or the key has made as many codes as they may today: `retryInSeconds`. */
  CODES_TOO_MANY: 429,
  PAYMENT_NOT_FOUND: 404,
  PAYMENT_ALREADY_PAID: 409,
  PAYMENT_IN_PROGRESS: 409,
  PAYMENT_CANCELLED: 409,
  /** An operator has decided about the order: nothing is left to pay. */
  PAYMENT_CLOSED: 409,
  /** The player has no such remembered card, or it cannot be charged here. */
  CARD_NOT_FOUND: 404,
  /** The bank or the provider refused the remembered card. Another way to pay is open. */
  CARD_REFUSED: 409,
  PAYMENTS_METHODS_NOT_EXIST: 409,
  PAYMENTS_PROVIDER_DATA_NOT_EXIST: 409,
  CREATE_PAYMENT_STRIPE_ERROR: 502,
  PROVIDER_UNAVAILABLE: 502,
  RECEIPT_EMAIL_REQUIRED: 409,
  PAYMENT_NOT_PAID: 409,
  PAYMENT_DISPUTED: 409,
  /** The hub asks for the waiver before payment; `GET /payments/process/{id}` has its text. */
  WITHDRAWAL_WAIVER_REQUIRED: 409,
  /** Not paid, not within the period, or the hub offers no withdrawal. */
  WITHDRAWAL_NOT_OFFERED: 409,
  /** The item is consumed, or an operator has decided about it. */
  WITHDRAWAL_NEEDS_SUPPORT: 409,
  /** Confirmed without a declaration, or after it has ended. */
  WITHDRAWAL_NOT_DECLARED: 409,
  REFUND_EXCEEDS_PAID: 409,
  REFUND_TOO_SMALL: 409,
  PURCHASE_NOT_FOUND: 404,
  PURCHASE_FROZEN: 409,
  PURCHASE_REVOKED: 409,
  RECEIPT_LINK_INVALID: 403,
  PAYMENT_REFUSED_BY_GAME: 409,
  GAME_SERVER_UNAVAILABLE: 502,

  // Support
  TICKET_NOT_FOUND: 404,
  TICKET_CLOSED: 409,
  TICKETS_TOO_MANY: 429,

  // Game servers
  PROJECT_KEY_INVALID: 401,
  IDEMPOTENCY_KEY_REUSED: 422,
  IDEMPOTENCY_KEY_IN_USE: 409,
  PLAYER_NOT_FOUND: 404,
  SESSION_NOT_SIGNED_IN: 409,
  WEBHOOK_NOT_FOUND: 404,
  WEBHOOKS_NOT_SET_UP: 409,
  PROJECT_KEY_SCOPE_WRONG: 403,

  // Leaderboards
  BOARD_NOT_FOUND: 404,
  SCORE_NOT_FOUND: 404,
  /** `details.rule` names the refusing limit in the project's file, and `details.limit` is its value. */
  SCORE_NOT_ALLOWED: 409,
  SCORE_TOO_SOON: 429,
  ACHIEVEMENT_NOT_FOUND: 404,

  // Builds
  /** This hub has no origin for uploaded games. */
  GAMES_NOT_HOSTED: 409,
  BUILD_NOT_FOUND: 404,
  BUILD_NOT_READY: 409,
  /** `details.problems` lists every reason, with what to do. */
  BUILD_REFUSED: 409,
  BUILD_INCOMPLETE: 409,
  BUILD_FILE_UNKNOWN: 404,
  BUILD_FILE_MISMATCH: 409,
  BUILD_IS_CURRENT: 409,
  BUILD_NO_PREVIOUS: 409,
  /** Others' trial builds take all the space the hub has for them. */
  TRIALS_FULL: 503,
} as const

export type RefusalCode = keyof typeof refusals

export function isRefusalCode(value: unknown): value is RefusalCode {
  return typeof value === 'string' && Object.hasOwn(refusals, value)
}
