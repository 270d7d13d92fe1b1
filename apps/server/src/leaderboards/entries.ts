import type { ScoreEntry } from '@playhub/contract'
import { listNickNames } from '../accounts/index.ts'
import type { Board } from '../catalogue/index.ts'
import { SECOND_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { findRank } from './buckets.ts'
import type { Deps } from './deps.ts'
import type { EntryIds, PlayerNumbers } from './entry-ids.ts'
import { findNames } from './name-store.ts'
import { findSeason } from './periods.ts'
import { findScore, listAfter, listBefore, listTop } from './score-store.ts'
import { findSeasonRow } from './season-store.ts'
import type { ScoreRow } from './tables.ts'

export type EntryView = { project: string; board: Board; period: string | undefined; limit: number }

export type Entries = {
  /** @param playerId  Undefined for a guest. */
  getTop(
    view: EntryView,
    playerId: string | undefined,
  ): Promise<{ entries: ScoreEntry[]; me: ScoreEntry | null }>
  listAround(view: EntryView, playerId: string): Promise<ScoreEntry[]>
}

type RankedRow = ScoreRow & { rank: number }
type NamedRow = RankedRow & { name: string | null }

const topSize = 100
const topTtlMs = 5 * SECOND_MS
const maxCachedTops = 1_000

/** Placeholder for a hidden player id. */
export type Names = { entryIds: EntryIds; playerNumbers: PlayerNumbers }

/** Reads leaderboards. The top is at most 5 s old, because every visitor of a game's page asks for it. */
export function createEntries(deps: Deps, names: Names): Entries {
  const { db, clock } = deps
  const tops = new Map<number, { rows: Promise<NamedRow[]>; readAt: number }>()

  function readTop(seasonId: number): Promise<NamedRow[]> {
    const now = clock.now()
    const known = tops.get(seasonId)
    if (known && now - known.readAt < topTtlMs) return known.rows
    if (tops.size >= maxCachedTops) tops.clear()
    const rows = listTop(db, seasonId, topSize)
      .then((found) => addNames(deps, rankRows(found, 1)))
      .catch((error) => {
        tops.delete(seasonId)
        throw error
      })
    tops.set(seasonId, { rows, readAt: now })
    return rows
  }

  async function findSeasonId({ project, board, period }: EntryView): Promise<number | undefined> {
    const season = findSeason(board, period, clock.now())
    if (!season) throw new Refusal('BOARD_NOT_FOUND')
    return (await findSeasonRow(db, project, board.id, season))?.id
  }

  const toEntries = (rows: NamedRow[], { project, board }: EntryView, playerId: string | undefined) =>
    rows.map((row) => toEntry(row, { project, board: board.id, ...names, playerId }))

  async function findOwn(seasonId: number, view: EntryView, playerId: string): Promise<ScoreEntry | null> {
    const row = await findScore(db, seasonId, playerId)
    if (!row) return null
    const rank = await findRank(db, seasonId, row.sortKey)
    return toEntries(await addNames(deps, [{ ...row, rank }]), view, playerId)[0] ?? null
  }

  return {
    async getTop(view, playerId) {
      const seasonId = await findSeasonId(view)
      if (seasonId === undefined) return { entries: [], me: null }
      const rows = (await readTop(seasonId)).slice(0, view.limit)
      const me = playerId === undefined ? null : await findOwn(seasonId, view, playerId)
      return { entries: toEntries(rows, view, playerId), me }
    },
    async listAround(view, playerId) {
      const seasonId = await findSeasonId(view)
      const mine = seasonId === undefined ? undefined : await findScore(db, seasonId, playerId)
      if (!mine) return []
      const rows = await listRowsAround(db, mine, view.limit)
      return toEntries(await addNames(deps, await findRanks(db, rows)), view, playerId)
    },
  }
}

/** Half of the others before the player, half behind; more on one side where the other has less. */
async function listRowsAround(db: Db, mine: ScoreRow, limit: number): Promise<ScoreRow[]> {
  const others = limit - 1
  const before = await listBefore(db, mine, others)
  const after = await listAfter(db, mine, others)
  const half = Math.ceil(others / 2)
  const beforeCount = Math.min(before.length, Math.max(half, others - after.length))
  return [...before.slice(0, beforeCount).toReversed(), mine, ...after.slice(0, others - beforeCount)]
}

/**
 * Adjacent rows need two lookups: the first rank, and the rank of the first other score, from which on ranks follow.
 */
async function findRanks(db: Db, rows: ScoreRow[]): Promise<RankedRow[]> {
  const [first] = rows
  if (!first) return []
  const firstRank = await findRank(db, first.seasonId, first.sortKey)
  const change = rows.findIndex(({ sortKey }) => sortKey !== first.sortKey)
  const tied = (change < 0 ? rows : rows.slice(0, change)).map((row) => ({ ...row, rank: firstRank }))
  const next = change < 0 ? undefined : rows[change]
  if (!next) return tied
  return [...tied, ...rankRows(rows.slice(change), await findRank(db, next.seasonId, next.sortKey))]
}

/** Ranks rows whose first one is the first of its score. A hidden row takes no place. */
function rankRows(rows: ScoreRow[], firstRank: number): RankedRow[] {
  let place = firstRank
  let last: RankedRow | undefined
  return rows.map((row) => {
    const ranked = { ...row, rank: last?.sortKey === row.sortKey ? last.rank : place }
    if (row.hiddenAt === null) place += 1
    last = ranked
    return ranked
  })
}

async function addNames({ db }: Pick<Deps, 'db'>, rows: RankedRow[]): Promise<NamedRow[]> {
  const choices = await findNames(
    db,
    rows.map(({ playerId }) => playerId),
  )
  const named = rows.map(({ playerId }) => playerId).filter((id) => choices.get(id) === 'nickname')
  const nickNames = named.length > 0 ? await listNickNames(db, named) : new Map<string, string>()
  return rows.map((row) => ({ ...row, name: nickNames.get(row.playerId) ?? null }))
}

type Shown = { project: string; board: string; playerId: string | undefined } & Names

function toEntry(row: NamedRow, { project, board, entryIds, playerNumbers, playerId }: Shown): ScoreEntry {
  const { rank, name, score, extra, source, reachedAt } = row
  return {
    id: entryIds.create({ project, board, playerId: row.playerId }),
    ...{ rank, name, score, extra, source, reachedAt },
    number: playerNumbers.get(project, row.playerId),
    isMe: row.playerId === playerId,
  }
}
