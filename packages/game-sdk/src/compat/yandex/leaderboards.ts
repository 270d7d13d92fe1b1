import type { GetLeaderboardEntriesOpts, LeaderboardDescription, LeaderboardEntry, YLeaderboards } from 'ysdk'
import { PlayhubError } from '../../transport.ts'
import type { Portal } from '../shared/portal.ts'
import { findOwnEntry, requireScores, type ScoreEntry } from '../shared/scores.ts'

/** Errors are `{ code, message }`, as those of the hub. */
export function createLeaderboards(portal: Portal): YLeaderboards {
  async function getPlayerEntry(board: string): Promise<LeaderboardEntry> {
    return toEntry(portal, await findOwnEntry(await requireScores(portal), board))
  }

  async function getEntries(
    board: string,
    { includeUser = false, quantityAround = 5, quantityTop = 5 }: GetLeaderboardEntriesOpts = {},
  ) {
    const scores = await requireScores(portal)
    const top = await scores.top(board, { limit: quantityTop })
    const limit = Math.min(2 * quantityAround + 1, 25)
    const around = includeUser && portal.info.player.id ? await scores.around(board, { limit }) : []
    // Ties share a rank, so a rank of the top may go on behind it.
    const known = JSON.stringify(top)
    const isInTop = top.some(({ isMe }) => isMe)
    const later = around.filter((entry) =>
      isInTop ? entry.rank > top.length : !known.includes(JSON.stringify(entry)),
    )
    const shown = [...top, ...later]
    const [first] = later
    return {
      leaderboard: describe(board, portal),
      ranges: [
        { start: 0, size: top.length },
        ...(first ? [{ start: Math.max(first.rank - 1, top.length), size: later.length }] : []),
      ],
      userRank: [...shown, ...around].find(({ isMe }) => isMe)?.rank ?? 0,
      entries: shown.map((entry) => toEntry(portal, entry)),
    }
  }

  return {
    async setScore(board, score, extra) {
      // The hub keeps a guest's best; Yandex refuses it.
      if (portal.info.player.isGuest) throw new PlayhubError('NOT_SIGNED_IN')
      await (await requireScores(portal)).submit(board, score, extra ? { extra } : {})
    },
    getEntries,
    getPlayerEntry,
    async getDescription(board) {
      await (await requireScores(portal)).top(board, { limit: 1 })
      return describe(board, portal)
    },
  }
}

function toEntry(
  { info }: Portal,
  { rank, name, isMe, score, formatted, extra }: ScoreEntry,
): LeaderboardEntry {
  const noPicture = () => ''
  return {
    score,
    rank,
    formattedScore: formatted,
    extraData: extra ?? '',
    player: {
      publicName: name,
      uniqueID: (isMe && info.player.id) || '',
      lang: info.language,
      scopePermissions: { avatar: 'not_set', public_name: 'allow' },
      getAvatarSrc: noPicture,
      getAvatarSrcSet: noPicture,
    },
  }
}

/** The hub formats scores itself. */
function describe(name: string, { info }: Portal): LeaderboardDescription {
  const description = {
    invert_sort_order: false,
    score_format: { options: { decimal_offset: 0 } },
    type: 'numeric' as 'numberic',
  }
  return { appID: info.project.id, default: false, name, title: {}, description }
}
