import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { createGameFilesApp, type GameFilesAppOptions } from './open-game-files.ts'
import { findSite } from './resolve.ts'

export type HostedResponse = { status: number; headers: IncomingHttpHeaders }

/**
 * Calls the listener of uploaded games in this process, without a connection.
 * @returns  Undefined unless the URL is a hosted game's.
 */
export function createHostedRequests(options: GameFilesAppOptions) {
  let app: FastifyInstance | undefined
  return async (href: string): Promise<HostedResponse | undefined> => {
    const { host, pathname, search } = new URL(href)
    if (!findSite(options.hosting, host, pathname)) return undefined
    app ??= createGameFilesApp(options)
    const url = pathname + search
    const response = await app.inject({ method: 'HEAD', url, headers: { host } })
    return { status: response.statusCode, headers: response.headers as IncomingHttpHeaders }
  }
}
