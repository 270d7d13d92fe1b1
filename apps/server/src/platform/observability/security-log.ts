import type { AnyRefusalCode } from '@playhub/contract/operator'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../clock.ts'

/**
 * Events for operators to search after an incident. Names follow the OWASP logging vocabulary where it has one.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Logging_Vocabulary_Cheat_Sheet.html
 */
export type SecurityEvent =
  | 'authn_login_success'
  | 'authn_login_fail'
  | 'authn_password_change'
  | 'authn_identities_change'
  | 'authn_token_invalid'
  | 'authn_token_revoked'
  | 'authz_fail'
  | 'excess_rate_limit_exceeded'
  | 'malicious_csrf'
  | 'sensitive_read'
  | 'user_deletion_requested'
  | 'user_deletion_cancelled'

/** Security-related refusals. "Not found" also hides what belongs to somebody else. */
const refusalEvents: Partial<Record<AnyRefusalCode, SecurityEvent>> = {
  USER_NOT_EXIST_LOGIN_BY_EMAIL: 'authn_login_fail',
  INVALID_PASSWORD_LOGIN_BY_EMAIL: 'authn_login_fail',
  USER_NOT_EXIST_RECOVERY_PASSWORD: 'authn_login_fail',
  SEND_VERIFICATION_CODE_INCORRECT: 'authn_login_fail',
  SEND_RECOVERY_PASSWORD_CODE_INCORRECT: 'authn_login_fail',
  CAPTCHA_INVALID: 'authn_login_fail',
  IDENTITY_NOT_PROVEN: 'authn_login_fail',
  PASSKEY_NOT_ACCEPTED: 'authn_login_fail',
  SECOND_FACTOR_CODE_INCORRECT: 'authn_login_fail',
  SECOND_FACTOR_RECOVERY_CODE_REQUIRED: 'authn_login_fail',
  OPERATOR_LOGIN_REFUSED: 'authn_login_fail',

  UNAUTHORIZED: 'authn_token_invalid',
  OPERATOR_UNAUTHORIZED: 'authn_token_invalid',
  OPERATOR_LINK_INVALID: 'authn_token_invalid',
  PROJECT_KEY_INVALID: 'authn_token_invalid',
  RESET_TICKET_INVALID: 'authn_token_invalid',
  UNDO_LINK_INVALID: 'authn_token_invalid',
  SECOND_FACTOR_TICKET_INVALID: 'authn_token_invalid',
  RECEIPT_LINK_INVALID: 'authn_token_invalid',
  AUTH_STATE_NOT_FOUND: 'authn_token_invalid',
  SESSION_NOT_FOUND: 'authn_token_invalid',

  REAUTHENTICATION_REQUIRED: 'authz_fail',
  OPERATOR_FORBIDDEN: 'authz_fail',
  PROOF_REQUIRED: 'authz_fail',
  LOGIN_SESSION_NOT_FOUND: 'authz_fail',
  PASSKEY_NOT_FOUND: 'authz_fail',
  PAYMENT_NOT_FOUND: 'authz_fail',
  PURCHASE_NOT_FOUND: 'authz_fail',
  TICKET_NOT_FOUND: 'authz_fail',
  PLAYER_NOT_FOUND: 'authz_fail',
  WEBHOOK_NOT_FOUND: 'authz_fail',

  CROSS_SITE_REQUEST: 'malicious_csrf',
  XSRF_TOKEN_MISMATCH: 'malicious_csrf',

  TOO_MANY_REQUESTS: 'excess_rate_limit_exceeded',
  CODE_RESEND_TOO_SOON: 'excess_rate_limit_exceeded',
  TICKETS_TOO_MANY: 'excess_rate_limit_exceeded',
  EXPORTS_TOO_MANY: 'excess_rate_limit_exceeded',
  CODES_TOO_MANY: 'excess_rate_limit_exceeded',
}

/** The requester: a player with a login token, or a game server with a project key. */
type Subject = { playerId?: string; project?: string; keyId?: string }

const subjects = new WeakMap<FastifyRequest, Subject>()

/** Names the subject in the request's security events. */
export function identifySubject(request: FastifyRequest, subject: Subject): void {
  subjects.set(request, subject)
}

/** Empty for a request without credentials. */
export function getSubject(request: FastifyRequest): Subject {
  return subjects.get(request) ?? {}
}

type Details = Subject & {
  /** Unlogged repeats. */
  repeats?: number
  /** The caller's refusal. */
  refusal?: AnyRefusalCode
  /** Login flow's event code. */
  eventCode?: number
  loginMethod?: string
}

/** Logs a security event with its request. Contains no path parameters, tokens or email addresses. */
export function logSecurityEvent(request: FastifyRequest, event: SecurityEvent, details: Details = {}): void {
  const { method, routeOptions, ip, id } = request
  const where = { method, route: routeOptions?.url, address: ip, traceId: id }
  request.log.info({ event, ...where, ...getSubject(request), ...details }, 'Security event')
}

/**
 * Logs a security-related refusal. Rate-limit refusals are aggregated, because a client beyond a limit would otherwise
 * fill the log.
 * @param playerId  The account concerned, where the caller is not authenticated.
 */
export function logRefusal(request: FastifyRequest, code: AnyRefusalCode, playerId?: string): void {
  const event = refusalEvents[code]
  if (!event) return
  const details = { refusal: code, ...(playerId !== undefined && { playerId }) }
  const log = (repeats?: number) =>
    logSecurityEvent(request, event, { ...details, ...(repeats !== undefined && { repeats }) })
  if (event === 'excess_rate_limit_exceeded') logOncePerMinute(request.log, `${code} ${request.ip}`, log)
  else log()
}

const maxSummed = 1000
/** Per log: entries from the last minute, with their repeat counts since then. */
const summedByLog = new WeakMap<FastifyBaseLogger, Map<string, number>>()

/** Logs the first occurrence immediately, and its repeat count after a minute. */
function logOncePerMinute(into: FastifyBaseLogger, key: string, log: (repeats?: number) => void): void {
  const summed = summedByLog.get(into) ?? new Map<string, number>()
  summedByLog.set(into, summed)
  // An attack from many IPs is aggregated into one entry.
  const subject = summed.has(key) || summed.size < maxSummed ? key : 'others'
  const repeats = summed.get(subject)
  if (repeats !== undefined) return void summed.set(subject, repeats + 1)
  summed.set(subject, 0)
  log()
  setTimeout(() => {
    const count = summed.get(subject) ?? 0
    summed.delete(subject)
    if (count > 0) log(count)
  }, MINUTE_MS).unref()
}
