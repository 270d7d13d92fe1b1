import { hideScore, listScoresForOperators, showScore } from '../../leaderboards/index.ts'
import {
  type CommandContext,
  type CommandDeps,
  maxListed,
  onDatabase,
  type RefusalMessages,
  toOperation,
} from '../command-context.ts'
import { count, instant } from '../format.ts'
import { openContent } from '../open-content.ts'

const messages: RefusalMessages = {
  PROJECT_NOT_FOUND: () => 'There is no such project in the content.',
  BOARD_NOT_FOUND: () => 'The project has no such leaderboard, or the leaderboard no such period.',
  SCORE_NOT_FOUND: () => 'This player has no score there that could be hidden or shown.',
}

export function listScores(
  context: CommandContext,
  [project = '', board = '']: string[],
  { period }: { period?: string },
): Promise<number> {
  const catalogue = openContent(context)
  const run = async (deps: CommandDeps) => {
    const scores = await listScoresForOperators(
      { ...deps, catalogue },
      { project, board, period, limit: maxListed },
    )
    context.setJson(scores)
    if (scores.length === 0) context.print('This leaderboard has no scores yet.')
    for (const { rank, score, playerId, nickName, name, reports, isHidden, source, reachedAt } of scores) {
      const marks = [
        `appears by ${name}`,
        `${source}, ${instant(reachedAt)}`,
        ...(reports > 0 ? [count(reports, 'report')] : []),
        ...(isHidden ? ['hidden'] : []),
      ]
      context.print(`  ${rank}. ${score}  ${nickName} (${playerId}): ${marks.join(', ')}`)
    }
  }
  return onDatabase(context, run, messages).finally(() => catalogue.close())
}

export function hide(
  context: CommandContext,
  [project = '', board = '', playerId = '']: string[],
): Promise<number> {
  const run = async (deps: CommandDeps) => {
    await hideScore(deps, { project, board, playerId }, toOperation(context))
    context.print(`Player ${playerId} is off the leaderboard ${board} of ${project}. To undo it: scores show`)
  }
  return onDatabase(context, run, messages)
}

export function show(
  context: CommandContext,
  [project = '', board = '', playerId = '']: string[],
): Promise<number> {
  const run = async (deps: CommandDeps) => {
    await showScore(deps, { project, board, playerId }, toOperation(context))
    context.print(`Player ${playerId} is back on the leaderboard ${board} of ${project}.`)
  }
  return onDatabase(context, run, messages)
}
