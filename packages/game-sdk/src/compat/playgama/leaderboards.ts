import type { Portal } from '../shared/portal.ts'
import { findOwnEntry, requireScores, type Scores } from '../shared/scores.ts'
import { type Options, orRefuse, pickOptions, refuse } from './calls.ts'

const MAX_ENTRIES = 20

/** The leaderboards of today and the `leaderboard` of earlier versions. */
export function createLeaderboards(portal: Portal, platform: string) {
  const isGuest = () => portal.info.player.isGuest
  const use = <T>(run: (scores: Scores) => Promise<T>) => orRefuse(requireScores(portal).then(run))
  const setScore = (board: string, score: number | string) =>
    use(async (scores) => {
      // The hub keeps a guest's best; Yandex takes none.
      if (isGuest() && platform === 'yandex') return refuse()
      await scores.submit(board, Number(score))
    })
  const getEntries = (board: string) =>
    use(async (scores) =>
      (await scores.top(board, { limit: MAX_ENTRIES })).map(({ rank, name, score }) => {
        return { id: String(rank), name, score, rank, photo: '' }
      }),
    )
  const getScore = (board: string) =>
    use(async (scores) => (isGuest() ? refuse() : (await findOwnEntry(scores, board)).score))

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
