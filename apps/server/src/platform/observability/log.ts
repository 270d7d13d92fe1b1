import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

const secretParameters =
  /([?&#](?:jwt|code|state|hash|token|id_token|access_token|payload|relayKey|captcha|payment_intent_client_secret|signature|result|first_name|last_name|username|photo_url)=)[^&#\s]*/gi
const secretPaths = /(\/auth\/(?:check|check-user-auth-state)\/)[^/?#\s]+/gi
/** A signed token anywhere: in a path, in JSON inside a parameter, in an error message. */
const signedTokens = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g

/** Removes credentials and personal data from a URL. */
function redactUrl(url: string): string {
  return url.replace(secretParameters, '$1[redacted]').replace(secretPaths, '$1[redacted]')
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
        req: (request) => ({ id: request.id, method: request.method, url: redactUrl(request.url) }),
        err: pino.stdSerializers.errWithCause,
      },
      hooks: { streamWrite: (line) => line.replace(signedTokens, '[redacted]') },
    },
    destination ?? pino.destination({ sync: false, fd: 2 }),
  )
}
