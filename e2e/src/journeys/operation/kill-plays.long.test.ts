/** Kills the hub with SIGKILL while guests play. Counts of ten seconds at most are lost, and none is counted twice. */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startPostgres } from '@playhub/test-kit/postgres/postgres-server'
import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../environment/api.ts'
import { temporaryFolder } from '../../environment/content.ts'
import { query } from '../../environment/database-orders.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'

const project = 'islandm3'
const kills = 3
const maxLostMs = 10_000

test.for(['sqlite', 'postgres'])(
  'plays of ten seconds at most are lost while the hub is killed, on %s',
  { timeout: 300_000 },
  async (kind) => {
    const dataDir = temporaryFolder('plays')
    const database = kind === 'postgres' ? (await startPostgres()).url : join(dataDir, 'playhub.sqlite')
    const environment = await startEnvironment({
      DATA_DIR: dataDir,
      ...(kind === 'postgres' && { DATABASE_URL: database }),
    })
    onTestFinished(() => environment.close())
    const guests = startGuests(environment)
    const killedAt: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      await setTimeout(maxLostMs + 2000 + Math.random() * 1000)
      killedAt.push(performance.now())
      await environment.killHub()
      await environment.startHub()
    }
    const plays = await guests.stop()
    const isSafe = (at: number) => killedAt.every((killed) => at < killed - maxLostMs || at > killed)
    const safe = plays.filter(({ reportedAt }) => reportedAt !== null && isSafe(reportedAt)).length
    expect(safe).toBeGreaterThan(0)
    await expect.poll(() => countPlays(database)).toBeGreaterThanOrEqual(safe)
    expect(await countPlays(database)).toBeLessThanOrEqual(plays.length)
    for (let repeat = 0; repeat < 2; repeat++) {
      for (const { playId } of plays) await report(environment, playId)
      await expect.poll(() => countPlays(database)).toBe(plays.length)
    }
    await environment.stopHub()
    expect(await countPlays(database)).toBe(plays.length)
  },
)

type Play = { playId: string; reportedAt: number | null }

/** One guest after the other opens the game and reports the play. */
function startGuests(environment: TestEnvironment) {
  const plays: Play[] = []
  let isStopped = false
  const playing = playAll()

  async function playAll(): Promise<void> {
    while (!isStopped) {
      try {
        const playId = await start(environment)
        const play: Play = { playId, reportedAt: null }
        plays.push(play)
        await report(environment, playId)
        play.reportedAt = performance.now()
      } catch (error) {
        // The connection broke.
        if (!(error instanceof TypeError)) throw error
      }
      await setTimeout(20)
    }
  }

  return {
    async stop(): Promise<Play[]> {
      isStopped = true
      await playing
      return plays
    },
  }
}

async function start(environment: TestEnvironment): Promise<string> {
  const body = { project }
  const { data } = await call<{ data: { result: { playId: string } } }>(environment, 'POST', '/play/start', {
    body,
  })
  return data.result.playId
}

const visit = { device: 'desktop', referrer: '', isFirstToday: false, isFirstEver: false, dayNumber: null }

const report = (environment: TestEnvironment, playId: string) =>
  call(environment, 'POST', '/play/report', { body: { playId, activeSeconds: 0, visit } })

async function countPlays(database: string): Promise<number> {
  const [row] = await query<{ plays: number }>(
    database,
    `select cast(sum(plays) as integer) as plays from insight_days
     where dimension = 'all' and project = '${project}' and day < 'w'`,
  )
  return row?.plays ?? 0
}
