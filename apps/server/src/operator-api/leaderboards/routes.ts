import { listPlayerNames } from '../../accounts/operator/player-list.ts'
import { listPlayerIds } from '../../accounts/operator/players.ts'
import type { Catalogue } from '../../catalogue/index.ts'
import { listBoards } from '../../leaderboards/operator/board-list.ts'
import { listBoardScores } from '../../leaderboards/operator/board-scores.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OperatorApi } from '../frame/operator-api.ts'
import { limitProjects, toPage } from '../frame/scope.ts'

type Deps = { db: Db; clock: Clock; catalogue: Catalogue }

export function registerLeaderboardListRoutes(api: OperatorApi, deps: Deps): void {
  const withNames = { ...deps, listPlayerNames: (ids: string[]) => listPlayerNames(deps.db, ids) }
  api.handle('GET /leaderboards', async ({ scope, query, login }) => {
    const projects = limitProjects(scope, query.project)
    return { data: { result: await listBoards(deps, { projects, language: login.operator.language }) } }
  })
  api.handle('GET /leaderboards/{project}/scores', async ({ scope, params: { project }, query }) => {
    if (scope !== '*' && !scope.includes(project)) throw new Refusal('PROJECT_NOT_FOUND')
    const { q, ...rest } = query
    const playerIds = q === undefined ? undefined : await listPlayerIds(deps.db, q)
    return toPage(await listBoardScores(withNames, { ...rest, project, playerIds }))
  })
}
