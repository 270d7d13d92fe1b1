import type { Game, SingleGame } from '@playhub/contract'
import type { LoaderFunctionArgs } from 'react-router'
import { apiOf, tenantOf } from '../../lib/api/public-api.ts'
import { load } from '../../lib/feedback/load.ts'

export type SingleGameData = { single: SingleGame; game: Game }

/** The game of a project that has `outOfCatalog`; null for a project that belongs to the catalogue. */
export async function loadSingleGame(args: LoaderFunctionArgs): Promise<SingleGameData | null> {
  const api = apiOf(args)
  const id = new URL(args.request.url).searchParams.get('project') ?? tenantOf(args)
  const { projects } = await api.getInitialConfig().catch(() => ({ projects: [] }))
  if (!projects.find((project) => project.id === id)?.mainData.outOfCatalog) return null
  const [single, game] = await load('GET_SINGLE_GAME_DATA_ERROR', () =>
    Promise.all([api.getSingleGameData(id), api.getGameData(id)]),
  )
  return { single, game }
}
