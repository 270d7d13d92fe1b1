import type { RouteKey, RouteResponse } from '@playhub/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../platform/http/api.ts'
import { dataHeaders } from '../platform/http/base-headers.ts'
import {
  type CachedResponse,
  createCachedResponse,
  sendCachedResponse,
} from '../platform/http/cached-response.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Catalogue } from './catalogue.ts'
import type { Project } from './content.ts'
import { findGames } from './search/find-games.ts'
import { gameView, initialConfigView, listedGames, pricesOf, singleGameView } from './views.ts'

type CatalogueConfig = { http: { publicUrl: string }; passwordMaxLength: number }

const json = { 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' }

/**
 * Reads of the content, which are the same for every caller and cached until the content changes.
 * @param config  The public URL is for the security headers, since the cached responses pass no hook of the app.
 */
export function registerCatalogueRoutes(api: Api, catalogue: Catalogue, config: CatalogueConfig): void {
  const headers = { ...dataHeaders(config.http.publicUrl), ...json }
  const responses = new Map<string, CachedResponse>()
  catalogue.onChange(() => responses.clear())

  /** @param variant  The parameters that the response depends on. */
  function sendCached<K extends RouteKey>(
    key: K,
    call: { request: FastifyRequest; reply: FastifyReply },
    variant: string,
    make: () => RouteResponse<K>,
  ) {
    const cacheKey = variant ? `${key} ${variant}` : key
    const response = responses.get(cacheKey)
    if (response) return sendCachedResponse(call.request, call.reply, response) as never
    return createAndSend(cacheKey, call, make()) as never
  }

  async function createAndSend(
    cacheKey: string,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    content: unknown,
  ) {
    const response = await createCachedResponse(200, JSON.stringify(content), headers)
    responses.set(cacheKey, response)
    return sendCachedResponse(request, reply, response)
  }

  function expectProject(name: string): Project {
    const project = catalogue.project(name)
    if (!project?.game.isActive) throw new Refusal('GAME_NOT_FOUND')
    return project
  }

  const isOpen = true
  api.answer(
    'GET /control/get-initial-config',
    (call) =>
      sendCached('GET /control/get-initial-config', call, '', () => ({
        data: { result: initialConfigView(catalogue.content(), config) },
      })),
    { isOpen },
  )
  api.answer(
    'GET /control/get-games-data',
    (call) =>
      sendCached('GET /control/get-games-data', call, '', () => ({
        data: { result: listedGames(catalogue.content()).map(gameView) },
      })),
    { isOpen },
  )
  api.answer(
    'GET /control/find-games',
    ({ query }) => ({ data: { result: findGames(catalogue.content(), query) } }),
    { isOpen },
  )
  api.answer(
    'GET /control/get-game-data',
    (call) => {
      const { query } = call
      const project = expectProject(query.projectName)
      return sendCached('GET /control/get-game-data', call, project.id, () => ({
        data: { result: gameView(project) },
      }))
    },
    { isOpen },
  )
  api.answer(
    'GET /control/get-single-game-data',
    (call) => {
      const { query } = call
      const project = expectProject(query.projectName)
      return sendCached('GET /control/get-single-game-data', call, project.id, () => singleGameView(project))
    },
    { isOpen },
  )
  api.answer(
    'GET /control/get-prices',
    (call) => {
      const { query } = call
      if (query.project && !catalogue.project(query.project)) throw new Refusal('PROJECT_NOT_FOUND')
      return sendCached('GET /control/get-prices', call, query.project ?? '', () => ({
        data: { result: pricesOf(catalogue, query.project) },
      }))
    },
    { isOpen },
  )
}
