import type { BridgeErrorCode } from '@playhub/contract/bridge-protocol'
import type { GetLeaderboardEntriesOpts, LeaderboardDescription, LeaderboardEntry, YLeaderboards } from 'ysdk'
import { PlayhubError } from '../../transport.ts'
import { noPhoto } from '../shared/no-photo.ts'
import type { Portal } from '../shared/portal.ts'
import { requireScores, type ScoreEntry } from '../shared/scores.ts'

/** Errors are `{ code, message }`, as those of the hub. */
export function createLeaderboards(portal: Portal): YLeaderboards {
  const { id: appID } = portal.info.project

  async function getPlayerEntry(board: string): Promise<LeaderboardEntry> {
    const entries = await (await requireScores(portal)).around(board, { period: 'all', limit: 1 })
    const mine = entries.find(({ isMe }) => isMe)
    if (!mine) throw new PlayhubError('LEADERBOARD_PLAYER_NOT_PRESENT' as BridgeErrorCode)
    return toEntry(portal, mine)
  }

  async function getEntries(
    board: string,
    { includeUser = false, quantityAround = 5, quantityTop = 5 }: GetLeaderboardEntriesOpts = {},
  ) {
    const scores = await requireScores(portal)
    const top = await scores.top(board, { period: 'all', limit: quantityTop })
    const limit = Math.min(2 * quantityAround + 1, 25)
    const around =
      includeUser && !portal.info.player.isGuest ? await scores.around(board, { period: 'all', limit }) : []
    const later = around.filter(({ rank }) => rank > top.length)
    const shown = [...top, ...later]
    const [first] = later
    return {
      leaderboard: describe(board, appID),
      ranges: [
        { start: 0, size: top.length },
        ...(first ? [{ start: first.rank - 1, size: later.length }] : []),
      ],
      userRank: [...shown, ...around].find(({ isMe }) => isMe)?.rank ?? 0,
      entries: shown.map((entry) => toEntry(portal, entry)),
    }
  }

  return {
    async setScore(board, score, extra) {
      // The hub keeps a guest's best; Yandex refuses it.
      if (portal.info.player.isGuest) throw new PlayhubError('NOT_SIGNED_IN')
      await (await requireScores(portal)).submit(board, score, extra === undefined ? {} : { extra })
    },
    getEntries,
    getPlayerEntry,
    async getDescription(board) {
      await (await requireScores(portal)).top(board, { period: 'all', limit: 1 })
      return describe(board, appID)
    },
  }
}

function toEntry(
  { info }: Portal,
  { rank, name, isMe, score, formatted, extra }: ScoreEntry,
): LeaderboardEntry {
  const getPhoto = () => noPhoto
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
      getAvatarSrc: getPhoto,
      getAvatarSrcSet: getPhoto,
    },
  }
}

/** The hub formats scores itself. */
function describe(name: string, appID: string): LeaderboardDescription {
  const description = {
    invert_sort_order: false,
    score_format: { options: { decimal_offset: 0 } },
    type: 'numeric' as 'numberic',
  }
  return { appID, default: false, name, title: {}, description }
}
