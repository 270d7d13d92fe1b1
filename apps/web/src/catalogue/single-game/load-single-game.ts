import type { Game, SingleGame } from '@playhub/contract'
import type { LoaderFunctionArgs } from 'react-router'
import { getApi, getTenant } from '../../lib/api/public-api.ts'
import { load, readErrorCode } from '../../lib/feedback/load.ts'
import { isPlayable } from '../../ui/game.ts'

export type SingleGameData = { single: SingleGame; game: Game }

/** Returns the game in an `outOfCatalog` project; null for other projects, and for a closed game. */
export async function loadSingleGame(args: LoaderFunctionArgs): Promise<SingleGameData | null> {
  const api = getApi(args)
  const id = new URL(args.request.url).searchParams.get('project') ?? getTenant(args)
  const { projects } = await api.getInitialConfig().catch(() => ({ projects: [] }))
  if (!projects.find((project) => project.id === id)?.mainData.outOfCatalog) return null
  const read = () => Promise.all([api.getSingleGameData(id), api.getGameData(id)])
  try {
    const [single, game] = await load('GET_SINGLE_GAME_DATA_ERROR', read, ['GAME_NOT_FOUND'])
    return isPlayable(game) ? { single, game } : null
  } catch (error) {
    if (readErrorCode(error) === 'GAME_NOT_FOUND') return null
    throw error
  }
}
