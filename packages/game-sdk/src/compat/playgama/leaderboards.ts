import type { Portal } from '../shared/portal.ts'
import { requireScores, type Scores } from '../shared/scores.ts'
import { type Options, orRefuse, pickOptions, refuse } from './calls.ts'

const MAX_ENTRIES = 20

/** The leaderboards of today and the `leaderboard` of earlier versions. */
export function createLeaderboards(portal: Portal, platform: string) {
  const use = <T>(run: (scores: Scores) => Promise<T>) => orRefuse(requireScores(portal).then(run))
  const setScore = (board: string, score: number | string) =>
    use(async (scores) => {
      await scores.submit(board, Number(score))
    })
  const getEntries = (board: string) =>
    use(async (scores) =>
      (await scores.top(board, { limit: MAX_ENTRIES })).map(({ rank, name, score }) => {
        return { id: String(rank), name, score, rank, photo: '' }
      }),
    )
  const getScore = (board: string) =>
    use(async (scores) => {
      const entries = await scores.around(board, { limit: 1 })
      return entries.find(({ isMe }) => isMe)?.score ?? refuse()
    })

  function pick(options: Options) {
    const { leaderboardName, id = '', score = 0 } = pickOptions(options, platform)
    return { board: `${leaderboardName ?? id}`, score }
  }

  const isSupported = () => portal.supports('leaderboards')
  return {
    leaderboards: {
      get type() {
        return isSupported() ? 'in_game' : 'not_available'
      },
      setScore,
      getEntries,
      showNativePopup: refuse,
    },
    leaderboard: {
      get isSupported() {
        return isSupported()
      },
      get isSetScoreSupported() {
        return isSupported()
      },
      get isGetScoreSupported() {
        return isSupported()
      },
      get isGetEntriesSupported() {
        return isSupported()
      },
      get isMultipleBoardsSupported() {
        return isSupported()
      },
      isNativePopupSupported: false,
      setScore: async (options: Options) => setScore(pick(options).board, pick(options).score),
      getScore: async (options: Options) => getScore(pick(options).board),
      getEntries: async (options: Options) => getEntries(pick(options).board),
      showNativePopup: refuse,
    },
  }
}
