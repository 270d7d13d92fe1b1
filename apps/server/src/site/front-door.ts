import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { FastifyHttpOptions, FastifyServerFactory } from 'fastify'
import { type CachedResponse, writeCachedResponse } from '../platform/http/cached-response.ts'
import { cookieOf } from './preferences.ts'

/** A page given again: the route it belongs to, and how long it took. */
export type Repeat = { route: string; status: number; seconds: number }

/** Stands before Fastify, and gives a page again to whoever asks for it in the same words. */
export type FrontDoor = {
  serverFactory: FastifyServerFactory
  /** What was given for a request may be given for its like, until all is forgotten. */
  keep(request: IncomingMessage, route: string, answer: CachedResponse): void
  forget(): void
  /** Calls back for every page given again. */
  onRepeat(listener: (repeat: Repeat) => void): void
}

type Page = { words: (string | undefined)[]; route: string; answer: CachedResponse }

const most = 2000
/** In characters: an address and its words. */
const longest = 1000
/** One after another is looked at. */
const mostOfAddress = 50

/** @param isShut  Then Fastify sees every request: it ends connections while the hub drains. */
export function createFrontDoor(isShut: () => boolean): FrontDoor {
  const known = new Map<string, Page[]>()
  let pages = 0
  let listener: ((repeat: Repeat) => void) | undefined

  function find(request: IncomingMessage): Page | undefined {
    const ofAddress = known.get(request.url ?? '')
    if (!ofAddress) return
    const asked = wordsOf(request)
    return ofAddress.find(({ words }) => words.every((word, place) => word === asked[place]))
  }

  function forget(): void {
    known.clear()
    pages = 0
  }

  return {
    serverFactory(toFastify, options) {
      const { http, keepAliveTimeout, requestTimeout } = options as FastifyHttpOptions<Server>
      const server = createServer(http ?? {}, (request, response) => {
        const page = request.method === 'GET' && !isShut() ? find(request) : undefined
        if (!page) return toFastify(request, response)
        const start = listener && performance.now()
        writeCachedResponse(request, response, page.answer)
        if (start !== undefined) {
          const seconds = (performance.now() - start) / 1000
          listener?.({ route: page.route, status: response.statusCode, seconds })
        }
      })
      return Object.assign(server, { keepAliveTimeout, requestTimeout })
    },
    keep(request, route, answer) {
      const { url = '' } = request
      const words = wordsOf(request)
      if (url.length + words.join('').length > longest || find(request)) return
      if (pages >= most) forget()
      const ofAddress = known.get(url) ?? []
      const kept = ofAddress.length < mostOfAddress ? ofAddress : []
      known.set(url, [...kept, { words, route, answer }])
      pages += 1 + kept.length - ofAddress.length
    },
    forget,
    onRepeat(heard) {
      listener = heard
    },
  }
}

/** All that decides how the page of an address looks. To compare them one by one costs less than to make a key of them. */
function wordsOf(request: IncomingMessage): (string | undefined)[] {
  const { host, 'accept-language': languages } = request.headers
  return [host, languages, cookieOf(request, 'i18nextLng'), cookieOf(request, 'theme')]
}
