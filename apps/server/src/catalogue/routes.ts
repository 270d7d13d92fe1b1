import type { RouteKey, RouteResponse } from '@playhub/contract'
import type { FastifyReply } from 'fastify'
import type { Api } from '../platform/api.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Catalogue } from './catalogue.ts'
import type { Project } from './content.ts'
import { gameView, initialConfigView, listedGames, pricesOf, singleGameView } from './views.ts'

/** Answers of the content are the same for everybody: written once, and again when the content changes. */
export function registerCatalogueRoutes(api: Api, catalogue: Catalogue): void {
  const written = new Map<string, Buffer>()
  catalogue.onChange(() => written.clear())

  function answerOnce<K extends RouteKey>(
    key: K,
    reply: FastifyReply,
    variant: string,
    make: () => RouteResponse<K>,
  ) {
    const cacheKey = `${key} ${variant}`
    let body = written.get(cacheKey)
    if (!body) {
      body = Buffer.from(JSON.stringify(make()))
      written.set(cacheKey, body)
    }
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(body)
    return reply as never
  }

  function projectNamed(name: string): Project {
    const project = catalogue.project(name)
    if (!project?.game.isActive) throw new Refusal('GAME_NOT_FOUND')
    return project
  }

  const isOpen = true
  api.answer(
    'GET /control/get-initial-config',
    async ({ reply }) =>
      answerOnce('GET /control/get-initial-config', reply, '', () => ({
        data: { result: initialConfigView(catalogue.content()) },
      })),
    { isOpen },
  )
  api.answer(
    'GET /control/get-games-data',
    async ({ reply }) =>
      answerOnce('GET /control/get-games-data', reply, '', () => ({
        data: { result: listedGames(catalogue.content()).map(gameView) },
      })),
    { isOpen },
  )
  api.answer(
    'GET /control/get-game-data',
    async ({ query, reply }) => {
      const project = projectNamed(query.projectName)
      return answerOnce('GET /control/get-game-data', reply, project.id, () => ({
        data: { result: gameView(project) },
      }))
    },
    { isOpen },
  )
  api.answer(
    'GET /control/get-single-game-data',
    async ({ query, reply }) => {
      const project = projectNamed(query.projectName)
      return answerOnce('GET /control/get-single-game-data', reply, project.id, () => singleGameView(project))
    },
    { isOpen },
  )
  api.answer(
    'GET /control/get-prices',
    async ({ query, reply }) => {
      if (query.project && !catalogue.project(query.project)) throw new Refusal('PROJECT_NOT_FOUND')
      return answerOnce('GET /control/get-prices', reply, query.project ?? '', () => ({
        data: { result: pricesOf(catalogue, query.project) },
      }))
    },
    { isOpen },
  )
}
