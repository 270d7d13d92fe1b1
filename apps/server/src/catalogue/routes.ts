import type { RouteKey, RouteResponse } from '@playhub/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../platform/api.ts'
import { type PreparedAnswer, prepareAnswer, sendPrepared } from '../platform/prepared-answer.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Catalogue } from './catalogue.ts'
import type { Project } from './content.ts'
import { gameView, initialConfigView, listedGames, pricesOf, singleGameView } from './views.ts'

const json = { 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' }

/** Answers of the content are the same for everybody: made once, and again when the content changes. */
export function registerCatalogueRoutes(api: Api, catalogue: Catalogue): void {
  const prepared = new Map<string, Promise<PreparedAnswer>>()
  catalogue.onChange(() => prepared.clear())

  /** @param variant  What the answer depends on besides the call. */
  async function answerOnce<K extends RouteKey>(
    key: K,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    variant: string,
    make: () => RouteResponse<K>,
  ) {
    const cacheKey = `${key} ${variant}`
    let answer = prepared.get(cacheKey)
    if (!answer) {
      answer = prepareAnswer(200, JSON.stringify(make()), json)
      prepared.set(cacheKey, answer)
    }
    return sendPrepared(request, reply, await answer) as never
  }

  function projectNamed(name: string): Project {
    const project = catalogue.project(name)
    if (!project?.game.isActive) throw new Refusal('GAME_NOT_FOUND')
    return project
  }

  const isOpen = true
  api.answer(
    'GET /control/get-initial-config',
    async (call) =>
      answerOnce('GET /control/get-initial-config', call, '', () => ({
        data: { result: initialConfigView(catalogue.content()) },
      })),
    { isOpen },
  )
  api.answer(
    'GET /control/get-games-data',
    async (call) =>
      answerOnce('GET /control/get-games-data', call, '', () => ({
        data: { result: listedGames(catalogue.content()).map(gameView) },
      })),
    { isOpen },
  )
  api.answer(
    'GET /control/get-game-data',
    async (call) => {
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
    async (call) => {
      const { query } = call
      const project = projectNamed(query.projectName)
      return answerOnce('GET /control/get-single-game-data', call, project.id, () => singleGameView(project))
    },
    { isOpen },
  )
  api.answer(
    'GET /control/get-prices',
    async (call) => {
      const { query } = call
      if (query.project && !catalogue.project(query.project)) throw new Refusal('PROJECT_NOT_FOUND')
      return answerOnce('GET /control/get-prices', call, query.project ?? '', () => ({
        data: { result: pricesOf(catalogue, query.project) },
      }))
    },
    { isOpen },
  )
}
