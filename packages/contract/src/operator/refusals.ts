import { type RefusalCode, refusals } from '../refusals.ts'

/** Refusals of the operator API alone, with their HTTP status. The console has a message for each. */
export const operatorRefusals = {
  OPERATOR_UNAUTHORIZED: 401,
  OPERATOR_FORBIDDEN: 403,
  /** A two-factor or passkey check is needed; `methods` lists how. */
  PROOF_REQUIRED: 403,
  /** Unknown email, wrong password and suspended operator alike. */
  OPERATOR_LOGIN_REFUSED: 401,
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
  NOTE_NOT_FOUND: 404,
  REPLY_NOT_FOUND: 404,
  REFUND_NOT_FOUND: 404,
  /** More than the role may refund; `limitMinor` and `currency` tell how much. */
  REFUND_LIMIT_EXCEEDED: 403,
  /** The mailbox or the mail server takes none now; `retryInSeconds` tells when, if it is known. */
  EMAIL_NOT_SENT: 409,
  /** The item costs more than the role may give away; `limitMinor` and `currency` tell how much. */
  GRANT_LIMIT_EXCEEDED: 403,
  /** The role has given away as many items as it may in 24 hours: `retryInSeconds`. */
  GRANTS_TOO_MANY: 429,
  SAVE_VERSION_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  JOB_NOT_FOUND: 404,
  IDEMPOTENCY_KEY_REQUIRED: 400,
} as const

/** Every refusal that the hub can send. */
export const allRefusals = { ...refusals, ...operatorRefusals } as const
export type OperatorRefusalCode = keyof typeof operatorRefusals
export type AnyRefusalCode = RefusalCode | OperatorRefusalCode

export function isAnyRefusalCode(value: unknown): value is AnyRefusalCode {
  return typeof value === 'string' && Object.hasOwn(allRefusals, value)
}
