import type { IncomingHttpHeaders } from 'node:http'
import {
  type InterfaceLanguage,
  isRecognisedLanguage,
  type Theme,
  toInterfaceLanguage,
} from '@playhub/contract'
import type { FastifyRequest } from 'fastify'

/** The language for addresses that name none: `locale`, then the reader's choice, then what the browser prefers. */
export function languageOf(request: FastifyRequest): InterfaceLanguage {
  const { locale } = request.query as { locale?: string | string[] }
  if (typeof locale === 'string') return toInterfaceLanguage(locale)
  const chosen = cookieOf(request, 'i18nextLng')
  return toInterfaceLanguage(
    isRecognisedLanguage(chosen) ? chosen : preferred(request.headers['accept-language']),
  )
}

/** The first language of the browser's list that we know, as the client chooses too. */
function preferred(header = ''): string | undefined {
  return header
    .split(',')
    .map((entry) => entry.trim().toLowerCase().split(/[-_;]/)[0])
    .find(isRecognisedLanguage)
}

/** Dark or light, when the reader chose; a page that is sent in it does not flash in the other. */
export function themeOf(request: WithHeaders): Theme | undefined {
  const chosen = cookieOf(request, 'theme')
  return chosen === 'dark' || chosen === 'light' ? chosen : undefined
}

type WithHeaders = { headers: IncomingHttpHeaders }

export function cookieOf(request: WithHeaders, name: string): string | undefined {
  const start = `${name}=`
  return request.headers.cookie
    ?.split('; ')
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length)
}
