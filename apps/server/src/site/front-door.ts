import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { FastifyHttpOptions, FastifyServerFactory } from 'fastify'
import { type PreparedAnswer, writePrepared } from '../platform/prepared-answer.ts'
import { cookieOf } from './choices.ts'

/** A page given again: the route it belongs to, and how long it took. */
export type Repeat = { route: string; status: number; seconds: number }

/** Stands before Fastify, and gives a page again to whoever asks for it in the same words. */
export type FrontDoor = {
  serverFactory: FastifyServerFactory
  /** What was given for a request may be given for its like, until all is forgotten. */
  keep(request: IncomingMessage, route: string, answer: PreparedAnswer): void
  forget(): void
  /** Calls back for every page given again. */
  onRepeat(listener: (repeat: Repeat) => void): void
}

const most = 2000
const longestKey = 1000

/** @param isShut  Then Fastify sees every request: it ends connections while the hub drains. */
export function createFrontDoor(isShut: () => boolean): FrontDoor {
  const known = new Map<string, { route: string; answer: PreparedAnswer }>()
  let listener: ((repeat: Repeat) => void) | undefined

  return {
    serverFactory(toFastify, options) {
      const { http, keepAliveTimeout, requestTimeout } = options as FastifyHttpOptions<Server>
      const server = createServer(http ?? {}, (request, response) => {
        const page = request.method === 'GET' && !isShut() ? known.get(keyOf(request)) : undefined
        if (!page) return toFastify(request, response)
        const start = listener && performance.now()
        writePrepared(request, response, page.answer)
        if (start !== undefined) {
          const seconds = (performance.now() - start) / 1000
          listener?.({ route: page.route, status: response.statusCode, seconds })
        }
      })
      return Object.assign(server, { keepAliveTimeout, requestTimeout })
    },
    keep(request, route, answer) {
      const key = keyOf(request)
      if (key.length > longestKey) return
      if (known.size >= most) known.clear()
      known.set(key, { route, answer })
    },
    forget: () => known.clear(),
    onRepeat(heard) {
      listener = heard
    },
  }
}

/** All that decides how a page looks. No header holds a line break, so no two requests share a key by chance. */
function keyOf(request: IncomingMessage): string {
  const { host, 'accept-language': languages } = request.headers
  const [language, theme] = [cookieOf(request, 'i18nextLng'), cookieOf(request, 'theme')]
  return `${request.url}\n${host}\n${languages}\n${language}\n${theme}`
}
