import { type RefusalCode, refusals } from '../refusals.ts'

/** Refusals of the operator API alone, with their HTTP status. The console has a message for each. */
export const operatorRefusals = {
  /** `details.ended`, where the session is known, tells why it ended: see `sessionEnds`. */
  OPERATOR_UNAUTHORIZED: 401,
  /** `details.roles` may make the call; with `details.isHubWide`, only when granted for all projects. */
  OPERATOR_FORBIDDEN: 403,
  /** A two-factor or passkey check is needed; `methods` lists how. */
  PROOF_REQUIRED: 403,
  /** Unknown email, wrong password and suspended operator alike. */
  OPERATOR_LOGIN_REFUSED: 401,
  /** The present password is another one. */
  OPERATOR_PASSWORD_INCORRECT: 403,
  /** Used, expired or replaced by a newer one. */
  OPERATOR_LINK_INVALID: 403,
  /** The step before this one is missing. */
  SET_UP_STEP_MISSING: 409,
  OPERATOR_EXISTS: 409,
  OPERATOR_NOT_FOUND: 404,
  /** The set-up is not complete, or the operator is suspended. */
  OPERATOR_NOT_ACTIVE: 409,
  LAST_OWNER: 409,
  /** The secret for a new authenticator app is older than ten minutes. */
  SECOND_FACTOR_SET_UP_EXPIRED: 409,
  /** An operator keeps an authenticator app or a passkey. */
  LAST_SECOND_FACTOR: 409,
  /** Someone else has changed it since it was loaded. */
  EDIT_CONFLICT: 409,
  /** The ticket has a message that the operator has not seen; nothing was sent. */
  TICKET_CHANGED: 409,
  /** `unknown` placeholders of a saved reply; `known` lists the others. */
  PLACEHOLDER_UNKNOWN: 400,
  NOTE_NOT_FOUND: 404,
  REPLY_NOT_FOUND: 404,
  REFUND_NOT_FOUND: 404,
  /** More than the role may refund for an order or on a `period`; `limitMinor`, `leftMinor` and `currency` tell how much. */
  REFUND_LIMIT_EXCEEDED: 403,
  /** The refund is not held any more. */
  REFUND_ALREADY_SENT: 409,
  /** The mailbox or the mail server takes none now; `retryInSeconds` tells when, if it is known. */
  EMAIL_NOT_SENT: 409,
  /** The item costs more than the role may give away; `limitMinor` and `currency` tell how much. */
  GRANT_LIMIT_EXCEEDED: 403,
  /** The role has given away as many items as it may in 24 hours: `retryInSeconds`. */
  GRANTS_TOO_MANY: 429,
  SAVE_VERSION_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  SECRET_NOT_FOUND: 404,
  JOB_NOT_FOUND: 404,
  ALERT_WEBHOOK_NOT_FOUND: 404,
  ALERT_WEBHOOKS_TOO_MANY: 409,
  CONTENT_VERSION_NOT_FOUND: 404,
  CONTENT_FILE_NOT_FOUND: 404,
  /** `problems` lists what is wrong. */
  CONTENT_INVALID: 409,
  /** The content is edited in the folder: nothing is changed in the browser. */
  CONTENT_IN_FOLDER: 409,
  /** The content was taken into the database before. */
  CONTENT_IN_DATABASE: 409,
  /** `path` is the file. */
  CONTENT_FILE_TOO_LARGE: 409,
  DRAFT_EMPTY: 409,
  /** Too many files, or too long ones. */
  DRAFT_TOO_LARGE: 409,
  /** Only PNG, JPEG and WebP are taken; the first bytes decide. */
  PICTURE_TYPE_UNSUPPORTED: 415,
  PICTURE_TOO_LARGE: 413,
  PICTURE_TOO_MANY_PIXELS: 413,
  PICTURE_DAMAGED: 409,
  /** The part lies outside the picture, whose `width` and `height` are given, or is incomplete. */
  PICTURE_CROP_INVALID: 400,
  CODE_BATCH_NOT_FOUND: 404,
  OFFER_NOT_RUNNING: 409,
  IDEMPOTENCY_KEY_REQUIRED: 400,
} as const

/** Every refusal sent by the hub. */
export const allRefusals = { ...refusals, ...operatorRefusals } as const
export type OperatorRefusalCode = keyof typeof operatorRefusals
export type AnyRefusalCode = RefusalCode | OperatorRefusalCode

export function isAnyRefusalCode(value: unknown): value is AnyRefusalCode {
  return typeof value === 'string' && Object.hasOwn(allRefusals, value)
}
