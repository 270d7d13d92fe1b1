import type { IncomingHttpHeaders } from 'node:http'
import {
  type InterfaceLanguage,
  isRecognisedLanguage,
  type OfferedLanguages,
  type RecognisedLanguage,
  type Theme,
  toInterfaceLanguage,
} from '@playhub/contract'

/** The common part of Node's and Fastify's requests. */
export type RequestHead = { url?: string | undefined; headers: IncomingHttpHeaders }

/** A page's interface language. */
export function readLanguage(request: RequestHead, offered: OfferedLanguages): InterfaceLanguage {
  return toInterfaceLanguage(readRecognisedLanguage(request, offered), offered)
}

/**
 * A page's language: the second path segment (specification §2), then `?locale=`, the `i18nextLng` cookie and
 * `Accept-Language`. An unknown locale means the default language.
 */
export function readRecognisedLanguage(
  request: RequestHead,
  { defaultLanguage }: OfferedLanguages,
): RecognisedLanguage {
  const [path = '', query] = (request.url ?? '').split('?', 2)
  const inPath = path.split('/', 3)[2]
  if (isRecognisedLanguage(inPath)) return inPath
  const locale = localeIn(query)
  if (locale !== undefined) return recognised(locale) ?? defaultLanguage
  const chosen = readCookie(request, 'i18nextLng')
  if (isRecognisedLanguage(chosen)) return chosen
  return firstAccepted(request.headers['accept-language']) ?? defaultLanguage
}

/** Undefined when the parameter is absent or repeated. */
function localeIn(query: string | undefined): string | undefined {
  const values = query ? new URLSearchParams(query).getAll('locale') : []
  return values.length === 1 ? values[0] : undefined
}

/** The recognised language for a tag such as `pt-BR`. */
function recognised(tag: string): RecognisedLanguage | undefined {
  const primary = tag.trim().toLowerCase().split(/[-_;]/)[0]
  return isRecognisedLanguage(primary) ? primary : undefined
}

/** The header's first recognised language in its own order, as the web client chooses. */
function firstAccepted(header = ''): RecognisedLanguage | undefined {
  return header
    .split(',')
    .map(recognised)
    .find((language) => language !== undefined)
}

/** The chosen theme, so the page does not flash in the other one. Undefined when the device decides. */
export function readTheme(request: RequestHead): Theme | undefined {
  const theme = readCookie(request, 'theme')
  return theme === 'dark' || theme === 'light' ? theme : undefined
}

function readCookie({ headers }: RequestHead, name: string): string | undefined {
  const prefix = `${name}=`
  return headers.cookie
    ?.split('; ')
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length)
}
