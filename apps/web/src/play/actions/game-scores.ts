import type { Achievement as HubAchievement, ScoreEntry as HubEntry, Leaderboard } from '@playhub/contract'
import { localText } from '@playhub/contract/languages'
import type {
  Achievement,
  BoardView,
  ScoreCalls,
  ScoreEntry,
  SubmittedScore,
} from '@playhub/contract/leaderboards/bridge-scores'
import { scoreErrors } from '@playhub/contract/leaderboards/bridge-scores'
import { ApiRefusal, ApiUnreachable } from '@playhub/ui/feedback/api-errors.ts'
import { formatScore } from '@playhub/ui/format-score.ts'
import { loadBoards } from '../../leaderboards/boards.ts'
import { keepGuestScore } from '../../leaderboards/guest-scores.ts'
import { queueScore } from '../../leaderboards/queued-scores.ts'
import { askForName, showAchievement } from '../../leaderboards/shown-messages.ts'
import { toShownName } from '../../leaderboards/shown-name.ts'
import { call } from '../../lib/api/api.ts'
import { toInterfaceLanguage } from '../../lib/language/language.ts'
import { browserMessages, currentLanguage, loadMessages } from '../../lib/language/messages.ts'
import { currentPlayer, isLoggedIn } from '../../lib/player/player.ts'
import { GameRefusal, type GameScores } from '../bridge/game-host-actions.ts'

type Params<C extends keyof ScoreCalls> = ScoreCalls[C]['params']
type Play = {
  project: string
  /** Null until the hub has begun the play, and when it has not answered. */
  playId(): string | null
}

const maxAround = 25
const defaultLimit = 10

/** Carries out a game's calls about its own leaderboards and achievements. */
export function createGameScores({ project, playId }: Play): GameScores {
  return {
    'scores.submit': (params) => refusable(submit({ project, playId }, params), params.score),
    'scores.top': ({ board, period, limit = defaultLimit }) =>
      refusable(
        listEntries(project, board, async (id) => {
          const { data } = await call('GET /play/scores/top', {
            query: { project, board: id, period, limit },
          })
          return data.result.entries
        }),
      ),
    'scores.around': ({ board, ...view }) => refusable(listAround(project, board, view)),
    'achievements.progress': (params) => refusable(addProgress({ project, playId }, params)),
    'achievements.list': () =>
      refusable(
        call('GET /play/achievements', { query: { project } }).then(({ data }) =>
          data.result.map(toGameAchievement),
        ),
      ),
  }
}

async function submit(
  { project, playId: getPlayId }: Play,
  { board: named, score, extra }: Params<'scores.submit'>,
): Promise<SubmittedScore> {
  const playId = getPlayId()
  if (playId === null) throw new GameRefusal(navigator.onLine ? 'NOT_AVAILABLE' : 'OFFLINE')
  const given = { score, playId, ...(extra !== undefined && { extra }) }
  const player = currentPlayer()
  const playerId = player.kind === 'guest' ? null : player.userId
  try {
    if (playerId === null) {
      const kept = keepGuestScore(project, await findBoard(project, named), given)
      return { state: 'queued', ...kept, rank: null }
    }
    const board = named ?? (await findBoard(project)).id
    const body = { project, board, ...given }
    const { data } = await call('POST /play/scores', { body }, { keepalive: true })
    const { asksForName, ...result } = data.result
    if (asksForName) askForName()
    return { state: 'submitted', ...result }
  } catch (error) {
    if (!(error instanceof ApiUnreachable) || playerId === '') throw error
    queueScore(project, { board: named ?? null, ...given, playerId })
    return { state: 'queued', best: score, isNewBest: false, rank: null }
  }
}

async function listAround(
  project: string,
  board: string,
  { period, limit }: BoardView,
): Promise<ScoreEntry[]> {
  if (!isLoggedIn()) return []
  return listEntries(project, board, async (id) => {
    const query = { project, board: id, period, limit: Math.min(limit ?? defaultLimit, maxAround) }
    return (await call('GET /play/scores/around', { query })).data.result
  })
}

async function listEntries(
  project: string,
  boardId: string,
  fetchEntries: (board: string) => Promise<HubEntry[]>,
): Promise<ScoreEntry[]> {
  const [board, entries] = await Promise.all([
    findBoard(project, boardId),
    fetchEntries(boardId),
    loadMessages('game'),
  ])
  const t = browserMessages().getFixedT(null, 'game', 'scores')
  const language = toInterfaceLanguage(currentLanguage())
  return entries.map(({ id: _id, number, name, ...entry }) => ({
    ...entry,
    name: toShownName({ name, number }, t),
    formatted: formatScore(entry.score, board, language),
  }))
}

/** A leaderboard by its id or one of its aliases; without an id the first one. */
async function findBoard(project: string, id?: string): Promise<Leaderboard> {
  const boards = await loadBoards(project)
  const board = boards.find((one) => id === undefined || one.id === id || one.aliases.includes(id))
  if (!board)
    throw new GameRefusal('BOARD_NOT_FOUND', `${scoreErrors.BOARD_NOT_FOUND} Leaderboard: "${id ?? ''}".`)
  return board
}

async function addProgress(
  { project, playId: getPlayId }: Play,
  { id, progress }: Params<'achievements.progress'>,
): Promise<Achievement> {
  const playId = getPlayId()
  if (!isLoggedIn()) throw new GameRefusal('NOT_SIGNED_IN')
  if (playId === null) throw new GameRefusal('NOT_AVAILABLE')
  const { data } = await call(
    'POST /play/achievements',
    {
      body: { project, achievement: id, playId, ...(progress !== undefined && { progress }) },
    },
    { keepalive: true },
  )
  if (data.result.isNew) showAchievement(data.result)
  return toGameAchievement(data.result)
}

function toGameAchievement({
  id,
  title,
  description,
  icon,
  unlockedAt,
  ...rest
}: HubAchievement): Achievement {
  const language = toInterfaceLanguage(currentLanguage())
  const { points, steps, progress } = rest
  return {
    ...{ id, points, steps, progress },
    title: title ? localText(title, language) : '',
    description: description ? localText(description, language) : '',
    iconUrl: icon && new URL(icon, location.origin).href,
    isUnlocked: unlockedAt !== null,
  }
}

/** A refusal the game's developer can act on reaches the game with its rule and limit. */
async function refusable<T>(work: Promise<T>, given?: number): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error
    const { code, details } = error
    if (code === 'PLAY_NOT_FOUND')
      throw new GameRefusal('NOT_AVAILABLE', 'This play has ended: reload the game.')
    if (code === 'UNAUTHORIZED') throw new GameRefusal('NOT_SIGNED_IN')
    if (!isScoreError(code)) throw error
    throw new GameRefusal(code, scoreErrors[code] + describeRule(details, given))
  }
}

function describeRule({ rule, limit, retryInSeconds }: Record<string, unknown> = {}, given?: number): string {
  if (retryInSeconds !== undefined) return ` Try again in ${retryInSeconds} s.`
  if (rule === undefined) return ''
  return ` Rule: ${rule}, limit: ${limit}${given === undefined ? '' : `, given: ${given}`}.`
}

const isScoreError = (code: string): code is keyof typeof scoreErrors => Object.hasOwn(scoreErrors, code)
