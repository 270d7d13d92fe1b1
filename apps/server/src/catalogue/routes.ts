import type { RouteKey, RouteResponse } from '@playhub/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../platform/http/api.ts'
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

const json = { 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' }

/** Answers of the content are the same for everybody: made once, and again when the content changes. */
export function registerCatalogueRoutes(api: Api, catalogue: Catalogue): void {
  const prepared = new Map<string, CachedResponse>()
  catalogue.onChange(() => prepared.clear())

  /** @param variant  What the answer depends on besides the call. */
  function answerOnce<K extends RouteKey>(
    key: K,
    call: { request: FastifyRequest; reply: FastifyReply },
    variant: string,
    make: () => RouteResponse<K>,
  ) {
    const cacheKey = variant ? `${key} ${variant}` : key
    const answer = prepared.get(cacheKey)
    if (answer) return sendCachedResponse(call.request, call.reply, answer) as never
    return prepareAndSend(cacheKey, call, make()) as never
  }

  async function prepareAndSend(
    cacheKey: string,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    content: unknown,
  ) {
    const answer = await createCachedResponse(200, JSON.stringify(content), json)
    prepared.set(cacheKey, answer)
    return sendCachedResponse(request, reply, answer)
  }

  function projectNamed(name: string): Project {
    const project = catalogue.project(name)
    if (!project?.game.isActive) throw new Refusal('GAME_NOT_FOUND')
    return project
  }

  const isOpen = true
  api.answer(
    'GET /control/get-initial-config',
    (call) =>
      answerOnce('GET /control/get-initial-config', call, '', () => ({
        data: { result: initialConfigView(catalogue.content()) },
      })),
    { isOpen },
  )
  api.answer(
    'GET /control/get-games-data',
    (call) =>
      answerOnce('GET /control/get-games-data', call, '', () => ({
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
      const project = projectNamed(query.projectName)
      return answerOnce('GET /control/get-game-data', call, project.id, () => ({
        data: { result: gameView(project) },
      }))
    },
    { isOpen },
  )
  api.answer(
    'GET /control/get-single-game-data',
    (call) => {
      const { query } = call
      const project = projectNamed(query.projectName)
      return answerOnce('GET /control/get-single-game-data', call, project.id, () => singleGameView(project))
    },
    { isOpen },
  )
  api.answer(
    'GET /control/get-prices',
    (call) => {
      const { query } = call
      if (query.project && !catalogue.project(query.project)) throw new Refusal('PROJECT_NOT_FOUND')
      return answerOnce('GET /control/get-prices', call, query.project ?? '', () => ({
        data: { result: pricesOf(catalogue, query.project) },
      }))
    },
    { isOpen },
  )
}
