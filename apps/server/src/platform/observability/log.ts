import pino, { type DestinationStream, type Logger } from 'pino'
import { getActiveSpanContext } from '../tracing/spans.ts'

export type Log = Logger

const secretPaths = /(\/auth\/(?:check|check-user-auth-state)\/)[^/?#\s]+/gi
const parameterValues = /([?&#][^=&#\s]*=)[^&#\s]*/g
/** A signed token anywhere: in a path, in JSON inside a parameter, in an error message. */
const signedTokens = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g
/** Mail servers' responses contain them. */
const emailAddresses = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/** Removes credentials and personal data from a URL. Query values may be either. */
function redactUrl(url: string): string {
  return url.replace(parameterValues, '$1[redacted]').replace(secretPaths, '$1[redacted]')
}

const secretFields = [
  'jwt',
  'code',
  'hash',
  'password',
  'token',
  'captcha',
  'resetTicket',
  'clientSecret',
  'authorization',
  'cookie',
]

/** Writes JSON lines. They contain no credentials, email addresses or query values. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: '[redacted]',
      },
      serializers: {
        req: ({ method, url }) => ({ method, url: redactUrl(url) }),
        err: pino.stdSerializers.errWithCause,
      },
      mixin: () => traceFields(),
      hooks: {
        streamWrite: redactLine,
      },
    },
    destination ?? pino.destination({ sync: false, fd: 2 }),
  )
}

/** Most lines contain no `@`, and the expression is slow on long ones. */
function redactLine(line: string): string {
  const withoutTokens = line.replace(signedTokens, '[redacted]')
  return withoutTokens.includes('@') ? withoutTokens.replace(emailAddresses, '[redacted]') : withoutTokens
}

/**
 * Logger for fields known to hold no secrets: scanning for secret fields takes twenty times longer than writing a line.
 */
export function withoutRedaction(log: Log): Log {
  return log.child({}, { redact: [] })
}

/** Added to every line written while a request is handled or a job runs. */
function traceFields(): { traceId?: string; spanId?: string } {
  const span = getActiveSpanContext()
  return span ? { traceId: span.traceId, spanId: span.spanId } : {}
}
