import type { Game, SingleGame } from '@playhub/contract'
import type { LoaderFunctionArgs } from 'react-router'
import { apiOf, tenantOf } from '../../lib/api/public-api.ts'
import { codeOf, load } from '../../lib/feedback/load.ts'
import { isPlayable } from '../../ui/game.ts'

export type SingleGameData = { single: SingleGame; game: Game }

/**
 * Returns the game in an `outOfCatalog` project; null for other projects, and for a game that is not open.
 */
export async function loadSingleGame(args: LoaderFunctionArgs): Promise<SingleGameData | null> {
  const api = apiOf(args)
  const id = new URL(args.request.url).searchParams.get('project') ?? tenantOf(args)
  const { projects } = await api.getInitialConfig().catch(() => ({ projects: [] }))
  if (!projects.find((project) => project.id === id)?.mainData.outOfCatalog) return null
  const read = () => Promise.all([api.getSingleGameData(id), api.getGameData(id)])
  try {
    const [single, game] = await load('GET_SINGLE_GAME_DATA_ERROR', read, ['GAME_NOT_FOUND'])
    return isPlayable(game) ? { single, game } : null
  } catch (error) {
    if (codeOf(error) === 'GAME_NOT_FOUND') return null
    throw error
  }
}
