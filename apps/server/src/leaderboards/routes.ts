import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Project } from '../catalogue/index.ts'
import { type Api, findCaller } from '../platform/http/api.ts'
import { Refusal } from '../platform/refusal.ts'
import { addProgress, listAchievements } from './achievements/achievements.ts'
import type { Deps } from './deps.ts'
import type { Entries } from './entries.ts'
import type { EntryIds } from './entry-ids.ts'
import { checkPlay, checkRange, expectBoard } from './limits.ts'
import { readMyScores, toLeaderboard } from './my-scores.ts'
import type { Submissions } from './submit.ts'
import { chooseName, reportName } from './visibility.ts'

type RouteDeps = Deps & { submissions: Submissions; entries: Entries; entryIds: EntryIds }

const topMaxAgeSeconds = 5

export function registerLeaderboardRoutes(api: Api, deps: RouteDeps): void {
  const { catalogue, clock, submissions, entries, entryIds } = deps

  api.handle('GET /play/leaderboards', ({ query }) => ({
    data: { result: expectProject(deps, query.project).leaderboards.map(toLeaderboard) },
  }))
  api.handle('GET /play/scores/top', async ({ query, request, reply }) => {
    const { project, period, limit } = query
    const board = expectBoard(catalogue.project(project), query.board)
    const playerId = await readCaller(deps, request, reply)
    return { data: { result: await entries.getTop({ project, board, period, limit }, playerId) } }
  })
  api.handle('GET /play/scores/around', async ({ query, actor }) => {
    const { project, period, limit } = query
    const board = expectBoard(catalogue.project(project), query.board)
    return { data: { result: await entries.listAround({ project, board, period, limit }, actor.playerId) } }
  })
  api.handle('POST /play/scores', async ({ body, actor }) => {
    const { project, score, extra = null, playId } = body
    const board = expectBoard(catalogue.project(project), body.board)
    const { startedAt } = expectOwnPlay(deps, { playId, project, playerId: actor.playerId })
    checkRange(board, score)
    checkPlay(board, { score, playMs: clock.now() - startedAt })
    const given = { project, board, playerId: actor.playerId, score, extra, playStartedAt: startedAt }
    return { data: { result: await submissions.submit(given) } }
  })
  api.handle(
    'POST /play/scores/report',
    async ({ body, actor }) => {
      const entry = entryIds.read(body.entry)
      if (!entry) throw new Refusal('SCORE_NOT_FOUND')
      await reportName(deps, { ...entry, reporterId: actor.playerId, reportedAt: clock.now() })
      return { data: { result: true } }
    },
    { isCostly: true },
  )
  api.handle('GET /play/achievements', async ({ query, request, reply }) => {
    const playerId = await readCaller(deps, request, reply)
    const project = expectProject(deps, query.project)
    return { data: { result: await listAchievements(deps, project, playerId) } }
  })
  api.handle('POST /play/achievements', async ({ body, actor }) => {
    const { project, achievement, progress, playId } = body
    expectOwnPlay(deps, { playId, project, playerId: actor.playerId })
    const given = { project, achievement, progress, playerId: actor.playerId, source: 'client' as const }
    return { data: { result: await addProgress(deps, given) } }
  })
  api.handle('GET /me/scores', async ({ actor }) => ({
    data: { result: await readMyScores(deps, actor.playerId) },
  }))
  api.handle('POST /me/scores/name', async ({ actor, body }) => {
    await chooseName(deps, actor.playerId, body.name)
    return { data: { result: body.name } }
  })
}

function expectProject({ catalogue }: Pick<Deps, 'catalogue'>, id: string): Project {
  const project = catalogue.project(id)
  if (!project?.game.isActive) throw new Refusal('PROJECT_NOT_FOUND')
  return project
}

/** Public responses may be shared for a moment; those marking the player's own score may not. */
async function readCaller(
  { authenticate }: Pick<Deps, 'authenticate'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  const caller = await findCaller(authenticate, request)
  reply.header('vary', 'authorization')
  reply.header('cache-control', caller ? 'no-store' : `public, max-age=${topMaxAgeSeconds}`)
  return caller?.playerId
}

/**
 * A play of this player in this game. A guest's play counts for the player who logs in after it.
 * @throws Refusal PLAY_NOT_FOUND
 */
function expectOwnPlay(
  { readPlay }: Pick<Deps, 'readPlay'>,
  { playId, project, playerId }: { playId: string; project: string; playerId: string },
): { startedAt: number } {
  const play = readPlay(playId)
  if (play.project !== project || (play.playerId !== null && play.playerId !== playerId))
    throw new Refusal('PLAY_NOT_FOUND')
  return play
}
