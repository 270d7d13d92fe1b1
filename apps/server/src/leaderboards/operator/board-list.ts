import type { OperatorLeaderboard } from '@playhub/contract/operator'
import type { Board, Catalogue, Project } from '../../catalogue/index.ts'
import type { Db } from '../../platform/database/database.ts'
import { toInList } from '../../platform/ids.ts'
import { getMainPeriod } from '../periods.ts'

type Query = { projects: string[] | undefined; language: 'ru' | 'en' }

/** The leaderboards of projects, with what waits for a decision on each. */
export async function listBoards(
  { db, catalogue }: { db: Db; catalogue: Pick<Catalogue, 'projects'> },
  { projects: wanted, language }: Query,
): Promise<OperatorLeaderboard[]> {
  const projects = catalogue.projects().filter(({ id }) => wanted?.includes(id) ?? true)
  const ids = projects.map(({ id }) => id)
  const reported = await countPlayers(db, 'scoreReports', ids)
  const hidden = await countPlayers(db, 'hiddenScores', ids)
  return projects.flatMap((project) =>
    project.leaderboards.map((board) => ({
      ...describe(project, board, language),
      reportedNames: reported.get(toKey(project.id, board.id)) ?? 0,
      hiddenPlayers: hidden.get(toKey(project.id, board.id)) ?? 0,
    })),
  )
}

const toKey = (project: string, board: string) => `${project} ${board}`

function describe({ id: project }: Project, board: Board, language: 'ru' | 'en') {
  const { id, title, order, format, decimals } = board
  const name = (names: Board['title'], fallback: string) =>
    names[language] ?? Object.values(names)[0] ?? fallback
  const main = getMainPeriod(board)
  const fixed = board.periods.filter((period) => period !== main)
  const seasons = board.seasons.map((season) => ({ id: season.id, title: name(season.title, season.id) }))
  return {
    ...{ project, board: id, title: name(title, id), order, format, decimals },
    periods: [...[main, ...fixed].map((period) => ({ id: period, title: null })), ...seasons],
  }
}

async function countPlayers(
  db: Db,
  table: 'scoreReports' | 'hiddenScores',
  projects: string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom(table)
    .select(['project', 'board', ({ fn }) => fn.count('playerId').distinct().as('players')])
    .where('project', 'in', toInList(projects))
    .groupBy(['project', 'board'])
    .execute()
  return new Map(rows.map(({ project, board, players }) => [toKey(project, board), Number(players)]))
}
