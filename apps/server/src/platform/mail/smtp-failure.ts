import { type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'
/** Why the mail server did not take an email, or cannot be reached. */
export type SmtpFailure = {
  reason: string
  /** Nodemailer code. */
  code?: string
  /** System or TLS code, such as CERT_HAS_EXPIRED. */
  cause?: string
  responseCode?: number
}

type SmtpError = Error & { code?: string; originalCode?: string; responseCode?: number }

/** @param error  From Nodemailer. */
export function toSmtpFailure(error: unknown): SmtpFailure {
  const { message: reason, code, originalCode: cause, responseCode } = error as SmtpError
  return {
    reason,
    ...(code !== undefined && { code }),
    ...(cause !== undefined && { cause }),
    ...(responseCode !== undefined && { responseCode }),
  }
}

/**
 * Failure category. `refused` is the server's final response to one email, `unreachable` and `tls` affect every email,
 * and `other` is worth a retry.
 */
export type SmtpProblem = 'unreachable' | 'tls' | 'login' | 'refused' | 'other'

const unreachableCodes = new Set([
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'EDNS',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ESOCKET',
  'ETIMEDOUT',
])
const tlsCodes = new Set(['ETLS', 'EREQUIRETLS', 'EPROTO'])
/** Node's certificate error codes, such as DEPTH_ZERO_SELF_SIGNED_CERT and ERR_TLS_CERT_ALTNAME_INVALID. */
const tlsNames = /^ERR_(TLS|SSL)|CERT|ISSUER|CRL_|SIGNATURE/
const loginCodes = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2'])
/**
 * Reply codes from a server requiring a login first, or another one. @see
 * https://www.rfc-editor.org/rfc/rfc4954#section-6
 */
const loginReplies = new Set([530, 534, 535, 538])
/** The server rejected an email's envelope or content. */
const emailCodes = new Set(['EENVELOPE', 'EMESSAGE'])
const serviceNotAvailable = 421

export function smtpProblem({ code = '', cause = '', responseCode = 0 }: SmtpFailure): SmtpProblem {
  if (tlsCodes.has(code) || tlsCodes.has(cause) || tlsNames.test(cause)) return 'tls'
  if (loginReplies.has(responseCode)) return 'login'
  if (responseCode === serviceNotAvailable) return 'unreachable'
  if (loginCodes.has(code)) return responseCode >= 400 && responseCode < 500 ? 'other' : 'login'
  if (emailCodes.has(code) && responseCode >= 500) return 'refused'
  return unreachableCodes.has(code) ? 'unreachable' : 'other'
}

/** Message for the log, with what to do. */
export function describeSmtpFailure(failure: SmtpFailure): string {
  const server = 'The mail server'
  const { reason, code, cause } = failure
  switch (smtpProblem(failure)) {
    case 'tls':
      return `${server} offers no connection that can be encrypted (${cause ?? reason}): check its certificate, and the port and smtps:// or smtp:// in SMTP_URL`
    case 'login':
      return `${server} does not accept our login (${reason}): check user and password in SMTP_URL`
    case 'unreachable':
      return `${server} does not accept the connection (${cause ?? code ?? reason}): check SMTP_URL`
    case 'refused':
      return `${server} refuses the email for good (${reason})`
    case 'other':
      return `${server} does not accept the email now (${reason})`
  }
}

/** The same for `doctor`. */
export function toSmtpFinding(failure: SmtpFailure, host: string): Finding {
  const { reason, code, cause } = failure
  const problem = smtpProblem(failure)
  const said = {
    tls: cause ?? reason,
    unreachable: cause ?? code ?? reason,
    login: reason,
    refused: reason,
    other: reason,
  }
  return toFinding(`mail.${problem}`, { host, said: said[problem] })
}
