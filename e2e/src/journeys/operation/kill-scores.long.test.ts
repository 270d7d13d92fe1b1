/** Kills the hub with SIGKILL while players submit scores. Nothing acknowledged may be lost, and all counts stay right. */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { ScoreEntry, SubmittedScore } from '@playhub/contract'
import { startPostgres } from '@playhub/test-kit/postgres/postgres-server'
import { expect, onTestFinished, test } from 'vitest'
import { call, register } from '../../environment/api.ts'
import { copyContent, temporaryFolder } from '../../environment/content.ts'
import { query } from '../../environment/database-orders.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'

const project = 'islandm3'
const players = 4
const kills = 6

test.for(['sqlite', 'postgres'])(
  'players lose no acknowledged score while the hub is killed, on %s',
  { timeout: 180_000 },
  async (kind) => {
    const dataDir = temporaryFolder('scores')
    const database = kind === 'postgres' ? (await startPostgres()).url : join(dataDir, 'playhub.sqlite')
    const environment = await startEnvironment({
      DATA_DIR: dataDir,
      CONTENT_DIR: contentWithSums().dir,
      ...(kind === 'postgres' && { DATABASE_URL: database }),
    })
    onTestFinished(() => environment.close())
    const running = await Promise.all(Array.from({ length: players }, () => startPlayer(environment)))
    for (let kill = 0; kill < kills; kill += 1) {
      const submitted = running.map(({ acknowledged }) => acknowledged())
      await expect
        .poll(() => running.every(({ acknowledged }, index) => acknowledged() > (submitted[index] ?? 0) + 3))
        .toBe(true)
      await setTimeout(Math.random() * 50)
      await environment.killHub()
      await environment.startHub()
    }
    for (const { stop, acknowledged, unknown, readSum } of running) {
      await stop()
      const sum = await readSum()
      expect(sum).toBeGreaterThanOrEqual(acknowledged())
      expect(sum).toBeLessThanOrEqual(acknowledged() + unknown())
    }
    const counts = await readCounts(database)
    expect(counts.length).toBeGreaterThan(0)
    expect(counts.map(({ kept }) => kept)).toEqual(counts.map(({ counted }) => counted))
  },
)

/** Its leaderboard adds up, so each lost score is missed. */
function contentWithSums() {
  const content = copyContent()
  content.project(project, (yaml) =>
    yaml
      .replace(/minPlaySeconds: .*/, 'minPlaySeconds: 0\n    cooldownSeconds: 0\n    keep: sum')
      .replace(/ *maxPerMinute: .*\n/, ''),
  )
  return content
}

/** Submits one point after the other, and none twice. */
async function startPlayer(environment: TestEnvironment) {
  const { jwt } = await register(environment)
  const { data } = await call<{ data: { result: { playId: string } } }>(environment, 'POST', '/play/start', {
    jwt,
    body: { project },
  })
  const { playId } = data.result
  let [acknowledged, unknown, isStopped] = [0, 0, false]

  const submit = () =>
    call<{ data: { result: SubmittedScore } }>(environment, 'POST', '/play/scores', {
      jwt,
      body: { project, board: 'best', score: 1, playId },
    })

  async function submitAll(): Promise<void> {
    while (!isStopped) {
      try {
        await submit()
        acknowledged += 1
      } catch (error) {
        // The connection broke: the hub may have written the score.
        if (!(error instanceof TypeError)) throw error
        unknown += 1
        await setTimeout(20)
      }
    }
  }
  const submitting = submitAll()

  return {
    acknowledged: () => acknowledged,
    unknown: () => unknown,
    stop() {
      isStopped = true
      return submitting
    },
    async readSum(): Promise<number> {
      const path = `/play/scores/around?project=${project}&board=best&period=all&limit=1`
      const { data } = await call<{ data: { result: ScoreEntry[] } }>(environment, 'GET', path, { jwt })
      return data.result.find(({ isMe }) => isMe)?.score ?? 0
    },
  }
}

/** The leaderboards' counts, and a recount of their scores. */
const readCounts = (database: string) =>
  query<{ kept: number; counted: number }>(
    database,
    `select cast(bucket.players as integer) as kept, cast((
       select count(*) from leaderboard_scores as score
       where score.season_id = bucket.season_id and score.hidden_at is null
         and score.sort_key >= bucket.from_key and score.sort_key < coalesce((
           select min(next.from_key) from leaderboard_buckets as next
           where next.season_id = bucket.season_id and next.from_key > bucket.from_key), 9007199254740991)
     ) as integer) as counted
     from leaderboard_buckets as bucket`,
  )
