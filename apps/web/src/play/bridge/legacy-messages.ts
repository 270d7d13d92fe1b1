import type { ResultEnvelope } from '@playhub/contract'
import { MAX_MESSAGE_BYTES, readPlain } from '@playhub/contract/bridge'
import { parseUrl } from '@playhub/contract/browsers/newer-builtins'
import { isRecognisedLanguage } from '@playhub/contract/languages'

/** Window messages from games without the SDK (specification §7) come with or without this prefix. */
const PREFIX = 'IFRAME_TO_PLAYHUB_'
const fromGame = ['GET_USER_AUTH', 'ON_LOGIN', 'ON_LOGOUT', 'ON_BANK', 'CHANGE_LNG'] as const
type LegacyRequest = (typeof fromGame)[number]

export interface LegacyMessage {
  type: LegacyRequest
  data: unknown
}

/** The hub's messages to such a game, in the common result envelope. */
export type LegacyReply = ResultEnvelope & {
  type: 'USER_AUTH' | 'USER_LOGOUT' | 'CHANGE_LNG' | 'PAYMENT_RESULT'
}

/** @returns null unless it is one of the five messages, in plain data within the size limit. */
export function readLegacyMessage(message: unknown): LegacyMessage | null {
  const envelope = asRecord(plainOrNull(message))
  const type = fromGame.find((name) => envelope.type === name || envelope.type === PREFIX + name)
  return type ? { type, data: envelope.data } : null
}

/** The payment URL sent to a game's server carries the id in its path. */
const PAYMENT_PATH = /^\/payments\/process\/([^/]+)/

/**
 * Reads the payment URL's query in `ON_BANK`, a string or `{ url }`. An id in the path is added as `id`.
 * @returns null when there is no http(s) URL.
 */
export function readPaymentValues(data: unknown): Record<string, string> | null {
  const href = typeof data === 'string' ? data : asRecord(data).url
  if (typeof href !== 'string' || href.trim() === '') return null
  const url = parseUrl(href, window.location.origin)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const [, id] = PAYMENT_PATH.exec(url.pathname) ?? []
  const query = [...url.searchParams].filter(([name]) => name !== '__proto__')
  return { ...(id && { id }), ...Object.fromEntries(query) }
}

/** The payment named by the values; null when they name none. */
export function readPaymentId(values: Record<string, string>): string | null {
  return values.paymentId || values.id || null
}

/** Reads the language in `CHANGE_LNG`, which is a string or `{ lng }`. @returns null when it is not recognised. */
export function readLanguage(data: unknown): string | null {
  const language = typeof data === 'string' ? data : asRecord(data).lng
  return typeof language === 'string' && isRecognisedLanguage(language) ? language : null
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function plainOrNull(message: unknown): unknown {
  try {
    return readPlain(message, MAX_MESSAGE_BYTES)
  } catch {
    return null
  }
}
