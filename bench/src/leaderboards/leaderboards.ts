import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@playhub/server/config'
import { type Context, createContext } from '@playhub/server/context'
import { withQueryTimeout } from '@playhub/server/postgres-driver'
import { sql } from 'kysely'
import { findRank } from '../../../apps/server/src/leaderboards/buckets.ts'
import { writeSql } from '../many-orders/fill-orders.ts'
import type { Row } from '../report.ts'
import { createDatabase, type Dialect, postgresUrl } from '../selling-hub.ts'

const scores = 1_000_000
const differentScores = 500_000
const keysPerBucket = 500
const submitters = 200
const calls = 1_000
const checkedRanks = 1_000
const p99BarMs = 10

const project = 'islandm3'
const board = 'best'

/** Submitting and ranking on a leaderboard with a million scores: p99 of sequential calls, and ranks against the plain count. */
export async function benchLeaderboards(): Promise<Row[]> {
  const rows = await benchOn('sqlite')
  return postgresUrl ? [...rows, ...(await benchOn('postgres'))] : rows
}

async function benchOn(dialect: Dialect): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'playhub-bench-'))
  const database = dialect === 'postgres' ? await createDatabase() : null
  const env = {
    HUB_MODE: 'sandbox',
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url ?? '',
    LOG_LEVEL: 'error',
  }
  const context = await createContext(readConfig(env))
  try {
    const players = await createPlayers(context)
    await submit(context, players[0] ?? '', 1)
    const seasonId = await withQueryTimeout(0, () => fill(context, dialect))
    const rows = [
      await measure(`submit among ${scores} scores`, dialect, (call) =>
        submit(context, players[call % submitters] ?? '', (call * 104_729) % differentScores),
      ),
      await measure(`rank among ${scores} scores`, dialect, (call) =>
        findRank(context.db, seasonId, -((call * 104_729) % differentScores)),
      ),
    ]
    return [...rows, await withQueryTimeout(0, () => checkRanks(context, dialect, seasonId))]
  } finally {
    await context.close()
    await database?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function createPlayers({ db, clock }: Context): Promise<string[]> {
  const players = Array.from({ length: submitters }, (_, n) => `bench-player-${n}`)
  for (const id of players) {
    const none = { email: null, receiptEmail: null, firstName: null, lastName: null }
    const account = { id, nickName: id, authType: 'mail' as const, language: 'en' as const, ...none }
    const open = { createdAt: clock.now(), deletionAt: null, bannedAt: null, bannedUntil: null }
    await db
      .insertInto('accounts')
      .values({ ...account, ...open })
      .execute()
  }
  return players
}

const submit = ({ leaderboards }: Context, playerId: string, score: number) =>
  leaderboards.submitForServer(project, [{ playerId, board, score }])

/** Scores of other players in all time, with buckets as the hub divides them. Returns the season. */
async function fill({ db }: Context, dialect: Dialect): Promise<number> {
  const { id } = await db
    .selectFrom('leaderboardSeasons')
    .select('id')
    .where('period', '=', 'all')
    .executeTakeFirstOrThrow()
  const { numbers } = writeSql(dialect)
  const score = sql`(n * 7919 % ${sql.lit(differentScores)})`
  await sql`insert into leaderboard_scores
    (season_id, player_id, sort_key, score, extra, reached_at, submitted_at, source, hidden_at)
    select ${sql.lit(id)}, 'other-player-' || n, -${score}, ${score}, null, n, n, 'client', null
    from ${numbers(scores)}`.execute(db)
  const bucket = sql`-((${sql.lit(keysPerBucket - 1)} - sort_key) / ${sql.lit(keysPerBucket)} * ${sql.lit(keysPerBucket)})`
  await sql`delete from leaderboard_buckets where season_id = ${id}`.execute(db)
  await sql`insert into leaderboard_buckets (season_id, from_key, players)
    select season_id, ${bucket}, count(*) from leaderboard_scores where season_id = ${sql.lit(id)}
    group by season_id, ${bucket}`.execute(db)
  await sql`insert into leaderboard_buckets (season_id, from_key, players)
    values (${id}, ${-Number.MAX_SAFE_INTEGER}, 0)`.execute(db)
  await sql`analyze`.execute(db)
  return id
}

async function measure(
  name: string,
  dialect: Dialect,
  run: (call: number) => Promise<unknown>,
): Promise<Row> {
  const times: number[] = []
  const cpuBefore = process.cpuUsage()
  for (let call = 0; call < calls; call++) {
    const start = performance.now()
    await run(call)
    times.push(performance.now() - start)
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(calls * share)] ?? 0
  const cpuMs = (user + system) / 1000 / calls
  const what = `${name}, p99 in ms (${dialect})`
  return {
    what,
    value: at(0.99),
    bar: p99BarMs,
    atMost: true,
    note: `median ${at(0.5).toFixed(2)} ms, ${cpuMs.toFixed(2)} ms of CPU`,
  }
}

/** Ranks different from the plain count; none may be. */
async function checkRanks({ db }: Context, dialect: Dialect, seasonId: number): Promise<Row> {
  const { rows } = await sql<{ sortKey: number | string; rank: number | string }>`
    select sort_key, rank() over (order by sort_key) as rank from leaderboard_scores
    where season_id = ${seasonId} and hidden_at is null`.execute(db)
  let wrong = 0
  for (let check = 0; check < checkedRanks; check++) {
    const row = rows[(check * 7919) % rows.length]
    if (Number(row?.rank) !== (await findRank(db, seasonId, Number(row?.sortKey)))) wrong += 1
  }
  const what = `wrong ranks of ${checkedRanks} (${dialect})`
  return { what, value: wrong, bar: 0, atMost: true, note: `after ${calls} submissions` }
}
