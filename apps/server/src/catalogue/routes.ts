import type { RouteKey, RouteResponse } from '@playhub/contract'
import type { Clock } from '../platform/clock.ts'
import type { Api, ApiCall } from '../platform/http/api.ts'
import { dataHeaders } from '../platform/http/base-headers.ts'
import {
  type CachedResponse,
  createCachedResponse,
  sendCachedResponse,
} from '../platform/http/cached-responses/cached-response.ts'
import type { ResponseCache } from '../platform/http/cached-responses/response-cache.ts'
import type { CountRequest } from '../platform/limits/request-limits.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Catalogue } from './catalogue.ts'
import type { Project } from './content.ts'
import { listPrices } from './prices/list-prices.ts'
import { findGames } from './search/find-games.ts'
import { gameView, initialConfigView, listedGames, singleGameView } from './views.ts'

type CatalogueConfig = { http: { publicUrl: string }; passwordMaxLength: number }

const json = { 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' }

type Deps = {
  catalogue: Catalogue
  clock: Clock
  cache: ResponseCache
  /** The public URL is for the security headers, since the cached responses pass no app hook. */
  config: CatalogueConfig
  /** A search costs as much as a page. */
  countSearch: CountRequest
  /** The most played projects first. */
  listPopular: () => readonly string[]
}

const prefix = '/api/control/'

/** The stored data for a URL spelled as its key. */
export function findCachedData(cache: ResponseCache, url = ''): CachedResponse | undefined {
  return url.startsWith(prefix) ? cache.get(url) : undefined
}

/** Content reads, which are the same for every caller and cached until the content changes. */
export function registerCatalogueRoutes(
  api: Api,
  { catalogue, clock, cache, config, countSearch, listPopular }: Deps,
): void {
  const headers = { ...dataHeaders(config.http.publicUrl), ...json }

  /** @param query  URL parameters the response depends on. */
  async function sendCached<K extends RouteKey>(
    name: string,
    { request, reply }: ApiCall<K>,
    make: () => RouteResponse<K>,
    query: Record<string, string> = {},
  ): Promise<never> {
    const path = `${prefix}${name}`
    const search = String(new URLSearchParams(query))
    const response = await cache.getOrMake(search ? `${path}?${search}` : path, () =>
      createCachedResponse(200, JSON.stringify(make()), headers),
    )
    return sendCachedResponse(request, reply, response) as never
  }

  const isOpen = true
  api.handle(
    'GET /control/get-initial-config',
    (call) =>
      sendCached('get-initial-config', call, () => ({
        data: { result: initialConfigView(catalogue.content(), config) },
      })),
    { isOpen },
  )
  api.handle(
    'GET /control/get-games-data',
    (call) =>
      sendCached('get-games-data', call, () => ({
        data: { result: listedGames(catalogue.content()).map((game) => gameView(game, clock.now())) },
      })),
    { isOpen },
  )
  api.handle(
    'GET /control/find-games',
    async ({ query, request }) => {
      await countSearch(request)
      return { data: { result: findGames(catalogue.content(), query, clock.now(), listPopular()) } }
    },
    { isOpen },
  )
  api.handle(
    'GET /control/get-game-data',
    (call) => {
      const project = expectProject(catalogue, call.query.projectName)
      return sendCached('get-game-data', call, () => ({ data: { result: gameView(project, clock.now()) } }), {
        projectName: project.id,
      })
    },
    { isOpen },
  )
  api.handle(
    'GET /control/get-single-game-data',
    (call) => {
      const project = expectProject(catalogue, call.query.projectName)
      return sendCached('get-single-game-data', call, () => singleGameView(project), {
        projectName: project.id,
      })
    },
    { isOpen },
  )
  api.handle(
    'GET /control/get-prices',
    (call) => {
      const { project } = call.query
      if (project && !catalogue.project(project)) throw new Refusal('PROJECT_NOT_FOUND')
      const make = () => ({ data: { result: listPrices(catalogue, clock.now(), project) } })
      return sendCached('get-prices', call, make, project ? { project } : {})
    },
    { isOpen },
  )
}

function expectProject(catalogue: Catalogue, name: string): Project {
  const project = catalogue.project(name)
  if (!project?.game.isActive) throw new Refusal('GAME_NOT_FOUND')
  return project
}
