import type { IncomingHttpHeaders } from 'node:http'
import {
  type InterfaceLanguage,
  isRecognisedLanguage,
  type Theme,
  toInterfaceLanguage,
} from '@playhub/contract'

/** What Node's requests and Fastify's have in common. */
export type RequestHead = { url?: string | undefined; headers: IncomingHttpHeaders }

/** The language of pages whose path names none: `?locale=`, then the `i18nextLng` cookie, then `Accept-Language`. */
export function languageOf(request: RequestHead): InterfaceLanguage {
  const locale = localeIn(request.url)
  if (locale !== undefined) return toInterfaceLanguage(locale)
  const chosen = cookieOf(request, 'i18nextLng')
  return toInterfaceLanguage(
    isRecognisedLanguage(chosen) ? chosen : firstAccepted(request.headers['accept-language']),
  )
}

/** Undefined when the parameter is absent or repeated. */
function localeIn(url = ''): string | undefined {
  const [, query] = url.split('?', 2)
  const values = query ? new URLSearchParams(query).getAll('locale') : []
  return values.length === 1 ? values[0] : undefined
}

/** The first recognised language of the header in its own order, as the web client chooses. */
function firstAccepted(header = ''): string | undefined {
  return header
    .split(',')
    .map((entry) => entry.trim().toLowerCase().split(/[-_;]/)[0])
    .find(isRecognisedLanguage)
}

/** The chosen theme, so that the page does not flash in the other one. Undefined when the device decides. */
export function themeOf(request: RequestHead): Theme | undefined {
  const theme = cookieOf(request, 'theme')
  return theme === 'dark' || theme === 'light' ? theme : undefined
}

function cookieOf({ headers }: RequestHead, name: string): string | undefined {
  const prefix = `${name}=`
  return headers.cookie
    ?.split('; ')
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length)
}
