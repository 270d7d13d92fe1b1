import type { OperatorScore, scoreStates } from '@playhub/contract/operator'
import type { Catalogue } from '../../catalogue/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findRank } from '../buckets.ts'
import { expectBoard } from '../limits.ts'
import { countReports, findNames, listHidden, listHiddenPage } from '../name-store.ts'
import { findSeason } from '../periods.ts'
import { listAfter, listScores, listTop } from '../score-store.ts'
import { findSeasonRow } from '../season-store.ts'
import type { ScoreRow } from '../tables.ts'

type Deps = {
  db: Db
  clock: Clock
  catalogue: Pick<Catalogue, 'project'>
  /** Nicknames by id. */
  listPlayerNames(ids: string[]): Promise<Map<string, string>>
}
type Place = { project: string; board: string }
type BoardQuery = Place & {
  period?: string | undefined
  state: (typeof scoreStates)[number]
  /** Only these, wherever they are on the leaderboard. */
  playerIds?: string[] | undefined
  limit: number
  cursor?: string | undefined
}
/** A player on the leaderboard, who may have no score in the period. */
type Entry = { playerId: string; score?: ScoreRow }
type EntryPage = { entries: Entry[]; nextCursor: string | null }
type Page = { rows: OperatorScore[]; nextCursor: string | null }

/**
 * A leaderboard as staff see it: the best scores first; the most reported names first; or who was hidden last.
 * @throws Refusal PROJECT_NOT_FOUND, BOARD_NOT_FOUND, also for a period that the leaderboard does not have; BODY_INVALID
 *   for a cursor of another list
 */
export async function listBoardScores(deps: Deps, query: BoardQuery): Promise<Page> {
  const { db, clock, catalogue } = deps
  const project = catalogue.project(query.project)
  if (!project) throw new Refusal('PROJECT_NOT_FOUND')
  const board = expectBoard(project, query.board)
  const season = findSeason(board, query.period, clock.now())
  if (!season) throw new Refusal('BOARD_NOT_FOUND')
  const place = { project: query.project, board: board.id }
  const seasonId = (await findSeasonRow(db, place.project, place.board, season))?.id
  const { entries, nextCursor } = await readers[query.state](db, { ...query, ...place }, seasonId)
  return { rows: await describe(deps, place, seasonId, entries), nextCursor }
}

type Reader = (db: Db, query: BoardQuery, seasonId: number | undefined) => Promise<EntryPage>

const readers: Record<BoardQuery['state'], Reader> = {
  async shown(db, { playerIds, cursor, limit }, seasonId) {
    if (seasonId === undefined) return { entries: [], nextCursor: null }
    if (playerIds) return toEntries(await listScores(db, [seasonId], playerIds))
    const scores =
      cursor === undefined
        ? await listTop(db, seasonId, limit)
        : await listAfter(db, { seasonId, ...parseScoreCursor(cursor) }, limit)
    const last = scores.length === limit ? scores.at(-1) : undefined
    return {
      ...toEntries(scores),
      nextCursor: last ? `${last.sortKey}/${last.reachedAt}/${last.playerId}` : null,
    }
  },
  async reported(db, { project, board, playerIds }, seasonId) {
    const reported = [...(await countReports(db, project, board)).keys()]
    const wanted = reported.filter((id) => playerIds?.includes(id) ?? true)
    return { entries: await withScores(db, seasonId, wanted), nextCursor: null }
  },
  async hidden(db, { project, board, playerIds, cursor, limit }, seasonId) {
    const before = cursor === undefined ? undefined : parseHiddenCursor(cursor)
    const rows = await listHiddenPage(db, { project, board, playerIds, before, limit })
    const last = rows.length === limit ? rows.at(-1) : undefined
    const ids = rows.map(({ playerId }) => playerId)
    return {
      entries: await withScores(db, seasonId, ids),
      nextCursor: last ? `${last.hiddenAt}/${last.playerId}` : null,
    }
  },
}

const toEntries = (scores: ScoreRow[]): EntryPage => ({
  entries: scores.map((score) => ({ playerId: score.playerId, score })),
  nextCursor: null,
})

/** Keeps the order of the players. */
async function withScores(db: Db, seasonId: number | undefined, playerIds: string[]): Promise<Entry[]> {
  const scores = seasonId === undefined ? [] : await listScores(db, [seasonId], playerIds)
  const byPlayer = new Map(scores.map((score) => [score.playerId, score]))
  return playerIds.map((playerId) => {
    const score = byPlayer.get(playerId)
    return score ? { playerId, score } : { playerId }
  })
}

function parseScoreCursor(cursor: string): Pick<ScoreRow, 'sortKey' | 'reachedAt' | 'playerId'> {
  const [, sortKey, reachedAt, playerId] = /^(-?\d{1,16})\/(\d{1,16})\/([\da-f-]{36})$/.exec(cursor) ?? []
  if (playerId === undefined) throw new Refusal('BODY_INVALID', { cursor })
  return { sortKey: Number(sortKey), reachedAt: Number(reachedAt), playerId }
}

function parseHiddenCursor(cursor: string): { hiddenAt: number; playerId: string } {
  const [, hiddenAt, playerId] = /^(\d{1,16})\/([\da-f-]{36})$/.exec(cursor) ?? []
  if (playerId === undefined) throw new Refusal('BODY_INVALID', { cursor })
  return { hiddenAt: Number(hiddenAt), playerId }
}

async function describe(
  { db, listPlayerNames }: Deps,
  place: Place,
  seasonId: number | undefined,
  entries: Entry[],
): Promise<OperatorScore[]> {
  const ids = entries.map(({ playerId }) => playerId)
  const names = await listPlayerNames(ids)
  const choices = await findNames(db, ids)
  const reports = await countReports(db, place.project, place.board)
  const hidden = await listHidden(db, place, ids)
  const ranks = await findRanks(db, seasonId, entries)
  return entries.map(({ playerId, score }, index) => ({
    playerId,
    name: names.get(playerId) ?? '',
    rank: ranks[index] ?? null,
    score: score?.score ?? null,
    extra: score?.extra ?? null,
    source: score?.source ?? null,
    reachedAt: score?.reachedAt ?? null,
    appearsBy: choices.get(playerId) ?? 'number',
    reports: reports.get(playerId) ?? 0,
    hiddenAt: hidden.get(playerId)?.hiddenAt ?? null,
    hiddenReason: hidden.get(playerId)?.reason ?? null,
  }))
}

/** Equal scores share a rank, so it is looked up once for each. */
async function findRanks(db: Db, seasonId: number | undefined, entries: Entry[]): Promise<(number | null)[]> {
  const known = new Map<number, number>()
  const ranks: (number | null)[] = []
  for (const { score } of entries) {
    if (seasonId === undefined || !score || score.hiddenAt !== null) {
      ranks.push(null)
      continue
    }
    const rank = known.get(score.sortKey) ?? (await findRank(db, seasonId, score.sortKey))
    known.set(score.sortKey, rank)
    ranks.push(rank)
  }
  return ranks
}
